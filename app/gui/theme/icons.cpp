// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme/icons.h"

#include "app/gui/theme/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace patchscale {

namespace {

QPixmap tinted(QSvgRenderer& drawing, int size, const QColor& colour)
{
    const qreal ratio = qGuiApp->devicePixelRatio();
    QPixmap picture(QSize(size, size) * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    drawing.render(&painter, QRectF(0, 0, size, size));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(QRectF(0, 0, size, size), colour);
    return picture;
}

}

QIcon themedIcon(const QString& name, int size)
{
    QSvgRenderer drawing(u":/patchscale/icons/%1.svg"_s.arg(name));
    QIcon icon;
    icon.addPixmap(tinted(drawing, size, theme().muted), QIcon::Normal, QIcon::Off);
    icon.addPixmap(tinted(drawing, size, theme().accent), QIcon::Normal, QIcon::On);
    return icon;
}

}
