// SPDX-License-Identifier: GPL-3.0-or-later
#include "ssh_server.h"

#include <cstring>
#include <format>
#include <fstream>
#include <iterator>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <unistd.h>

namespace patchscale::testing_app {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text)
{
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
}

int freePort()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    const bool isBound = ::bind(socket, plain, size) == 0 && ::getsockname(socket, plain, &size) == 0;
    ::close(socket);
    return isBound ? ntohs(address.sin_port) : 0;
}

/// sshd of root wants a user "sshd", and ssh a name for everybody; a build root may have neither. For this process and
/// what it starts they are there then; nothing outside is changed.
std::string supplyUsers(const fs::path& folder)
{
    if (::getpwuid(::getuid()) != nullptr && (::getuid() != 0 || ::getpwnam("sshd") != nullptr)) {
        return {};
    }
    if (::getuid() != 0) {
        return "this user has no name";
    }
    std::ifstream known("/etc/passwd");
    std::string users {std::istreambuf_iterator<char>(known), {}};
    if (::getpwuid(0) == nullptr) {
        users += std::format("root:x:0:0::{}:/bin/sh\n", folder.string());
    }
    users += "sshd:x:65533:65534::/run/sshd:/usr/sbin/nologin\n";
    std::ofstream(folder / "passwd") << users;
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
        || ::mount((folder / "passwd").c_str(), "/etc/passwd", nullptr, MS_BIND, nullptr) != 0) {
        return std::format("no user sshd, and none can be supplied: {}", std::strerror(errno));
    }
    return {};
}

/// The folder that sshd of root wants to lock itself into.
std::string supplyFolder()
{
    if (::getuid() != 0 || fs::is_directory("/run/sshd")) {
        return {};
    }
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
        || ::mount("tmpfs", "/run", "tmpfs", 0, "mode=755") != 0 || !fs::create_directory("/run/sshd")) {
        return std::format("no folder /run/sshd, and none can be supplied: {}", std::strerror(errno));
    }
    fs::permissions("/run/sshd", static_cast<fs::perms>(0755));
    return {};
}

bool makeKey(const fs::path& file)
{
    StartedProgram program({"/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.string()},
                           {"PATH=/usr/bin:/bin"}, file.parent_path());
    return program.wait() == 0;
}

}

SshServer::SshServer(fs::path folder)
    : m_folder(std::move(folder))
{
}

std::string SshServer::start()
{
    if (!fs::exists("/usr/sbin/sshd") || !fs::exists("/usr/bin/ssh")) {
        return "openssh-server or openssh-client is not installed";
    }
    fs::create_directories(remoteFolder());
    for (auto supplied : {supplyUsers(m_folder), supplyFolder()}) {
        if (!supplied.empty()) {
            return supplied;
        }
    }
    if (!makeKey(m_folder / "host_key") || !makeKey(m_folder / "key") || !makeKey(m_folder / "stranger")) {
        return "ssh-keygen makes no keys";
    }
    fs::copy_file(m_folder / "key.pub", m_folder / "authorized");
    m_port = freePort();
    write(m_folder / "server",
          std::format("Port {}\nListenAddress 127.0.0.1\nHostKey {}/host_key\nAuthorizedKeysFile {}/authorized\n"
                      "StrictModes no\nUsePAM no\nPasswordAuthentication no\nKbdInteractiveAuthentication no\n"
                      "PermitRootLogin yes\nPidFile none\nSetEnv TMPDIR={}\n",
                      m_port, m_folder.string(), m_folder.string(), remoteFolder().string()));
    write(m_folder / "client",
          std::format("IdentityFile {}/key\nIdentitiesOnly yes\nBatchMode yes\nStrictHostKeyChecking no\n"
                      "UserKnownHostsFile /dev/null\n",
                      m_folder.string()));
    m_server = std::make_unique<StartedProgram>(
        std::vector<std::string> {"/usr/sbin/sshd", "-D", "-e", "-f", (m_folder / "server").string()},
        std::vector<std::string> {"PATH=/usr/bin:/bin"}, m_folder);
    return m_server->waitFor("Server listening on") ? std::string() : "sshd: " + m_server->printed();
}

std::string SshServer::host() const
{
    return std::format("127.0.0.1:{}", m_port);
}

std::vector<std::string> SshServer::options() const
{
    return {"--ssh-option", "-F" + (m_folder / "client").string()};
}

}
