// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;

namespace patchscale {

/// What stands in the window while there is nothing to compare: what will be here, and the actions that fill it.
class EmptyPage final : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyPage(QWidget* parent = nullptr);

    void offerSample(bool hasSample);
    /// Nothing is open.
    void showStart(const QStringList& recentFiles);
    /// Something is open, but cannot be compared: says what and why.
    void showMissing(const QString& title, const QString& text, bool isOneSided);

signals:
    void openWanted();
    void pasteWanted();
    void sampleWanted();
    void runWanted();
    /// The user wants to see what was read of the document that cannot be compared.
    void readingWanted();
    void fileWanted(const QString& path);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_open;
    QPushButton* m_paste;
    QPushButton* m_sample;
    QPushButton* m_run;
    QPushButton* m_reading;
    QLabel* m_recent;
    QLabel* m_drop;
    bool m_hasSample = false;
};

}
