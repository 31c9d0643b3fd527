// SPDX-License-Identifier: MIT
// Whom a session trusts, and whom it tells secrets: TLS, redirects, credentials, proxies,
// addresses.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

#include "fetch_test.hpp"
#include "sys/fd.hpp"

namespace cudaenv::fetch {
namespace {

using namespace std::chrono_literals;

class TrustTest : public FetchTest {
  protected:
    const test::Certificate certificate_ = test::make_certificate();
    test::LocalMirror secure_{{folder_ / "www", "127.0.0.1", 0, certificate_, {}}};
    const std::string ca_file_ = folder_.write("ca.pem", certificate_.certificate);
    const std::string content_ = serve("file", 200'000);

    void SetUp() override { options_.retries = 1; }
};

TEST_F(TrustTest, AnUnknownAuthorityIsRefusedWithItsReason) {
    const auto fetched = fetch(job_of(secure_.url("/file")));

    EXPECT_EQ(fetched.error().code, Code::tls);
    EXPECT_NE(fetched.error().why.find("certificate"), std::string::npos) << fetched.error().why;
    EXPECT_TRUE(listener_.retries.empty());
    EXPECT_EQ(secure_.traffic().requests, 0U);
}

TEST_F(TrustTest, TheOptionNamesAnAuthority) {
    options_.ca_file = ca_file_;

    ASSERT_TRUE(fetch(job_of(secure_.url("/file"))));

    EXPECT_EQ(part(), content_);
}

TEST_F(TrustTest, TheUsualVariablesNameOneToo) {
    for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
        options_.env = sys::Env{{name, ca_file_}};
        ASSERT_TRUE(discard_part(folder_ / "cache/file.part"));

        EXPECT_TRUE(fetch(job_of(secure_.url("/file")))) << name;
    }
}

TEST_F(TrustTest, TheOptionComesBeforeTheVariables) {
    options_.ca_file = ca_file_;
    options_.env = sys::Env{{"CURL_CA_BUNDLE", "/none/such"}, {"SSL_CERT_FILE", "/none/such"}};

    EXPECT_TRUE(fetch(job_of(secure_.url("/file"))));
}

TEST_F(TrustTest, AnAuthorityFileThatCannotBeReadIsNamed) {
    options_.ca_file = "/none/such.pem";

    const auto fetched = fetch(job_of(secure_.url("/file")));

    EXPECT_EQ(fetched.error().code, Code::tls);
    EXPECT_NE(fetched.error().why.find("/none/such.pem"), std::string::npos);
}

TEST_F(TrustTest, ANameThatTheCertificateLacksIsRefused) {
    options_.ca_file = ca_file_;
    const std::string url = "https://127.0.0.2:" + std::to_string(secure_.port()) + "/file";
    test::LocalMirror other({folder_ / "www", "127.0.0.2", secure_.port(), certificate_, {}});

    EXPECT_EQ(fetch(job_of(url)).error().code, Code::tls);
}

TEST_F(TrustTest, RedirectsAreFollowed) {
    test::LocalMirror other({folder_ / "www", "127.0.0.1", 0, {}, {}});
    mirror_.fault("/a redirect=/b");
    mirror_.fault("/b redirect=" + other.url("/file"));

    ASSERT_TRUE(fetch(job_of(mirror_.url("/a"))));

    EXPECT_EQ(part(), content_);
    EXPECT_EQ(listener_.urls, std::vector{mirror_.url("/a")});
    // The pieces after the first one go straight to where it was.
    EXPECT_EQ(mirror_.traffic("/a").requests, 1U);
}

TEST_F(TrustTest, HttpsNeverLeadsDownToHttp) {
    options_.ca_file = ca_file_;
    secure_.fault("/file redirect=" + mirror_.url("/file"));

    const auto fetched = fetch(job_of(secure_.url("/file")));

    EXPECT_EQ(fetched.error().code, Code::tls);
    EXPECT_EQ(fetched.error().at, secure_.url("/file"));
    EXPECT_EQ(fetched.error().found, mirror_.url("/file"));
    EXPECT_EQ(mirror_.traffic().requests, 0U);
}

TEST_F(TrustTest, HttpMayLeadUpToHttps) {
    options_.ca_file = ca_file_;
    mirror_.fault("/file redirect=" + secure_.url("/file"));

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_EQ(part(), content_);
}

TEST_F(TrustTest, NothingLeadsToAFile) {
    mirror_.fault("/file redirect=file://" + folder_ / "www/file");

    EXPECT_EQ(fetch(job_of(mirror_.url("/file"))).error().code, Code::tls);
}

TEST_F(TrustTest, FiveRedirectsAreEnough) {
    for (int i = 0; i < 5; ++i) {
        mirror_.fault("/" + std::to_string(i) + " redirect=/" + std::to_string(i + 1));
    }
    mirror_.fault("/5 redirect=/file");

    EXPECT_TRUE(fetch(job_of(mirror_.url("/1"))));
    ASSERT_TRUE(discard_part(folder_ / "cache/file.part"));
    EXPECT_EQ(fetch(job_of(mirror_.url("/0"))).error().code, Code::http);
}

TEST_F(TrustTest, UserAndPasswordOfTheUrlAreShown) {
    mirror_.fault("/file auth=me:secret");
    const std::string host = "127.0.0.1:" + std::to_string(mirror_.port());

    ASSERT_TRUE(fetch(job_of("http://me:secret@" + host + "/file")));
    EXPECT_EQ(part(), content_);
    EXPECT_EQ(folder_.read("cache/file.part.journal").find("secret"), std::string::npos);
    ASSERT_TRUE(discard_part(folder_ / "cache/file.part"));

    const auto refused = fetch(job_of("http://me:wrongsecret@" + host + "/file?token=wrongsecret"));
    EXPECT_EQ(refused.error().code, Code::http);
    EXPECT_EQ(refused.error().at, "http://" + host + "/file");
    EXPECT_EQ((refused.error().what + refused.error().why).find("wrongsecret"), std::string::npos);
}

TEST_F(TrustTest, NetrcIsReadFromHomeOrItsVariable) {
    mirror_.fault("/file auth=me:secret");
    const std::string text = "machine 127.0.0.1 login me password secret\n";
    folder_.write("home/.netrc", text);
    folder_.write("other", text);
    for (const auto& env : {sys::Env{{"HOME", folder_ / "home"}},
                            sys::Env{{"HOME", "/none"}, {"NETRC", folder_ / "other"}}}) {
        options_.env = env;
        ASSERT_TRUE(discard_part(folder_ / "cache/file.part"));

        EXPECT_TRUE(fetch(job_of(mirror_.url("/file"))));
    }
    options_.env = sys::Env();
    ASSERT_TRUE(discard_part(folder_ / "cache/file.part"));
    EXPECT_FALSE(fetch(job_of(mirror_.url("/file"))));
}

TEST_F(TrustTest, CredentialsStayWithTheirServer) {
    test::LocalMirror other({folder_ / "www", "127.0.0.1", 0, {}, {}});
    mirror_.fault("/a redirect=" + other.url("/file"));
    mirror_.fault("/b redirect=" + mirror_.url("/file"));
    const std::string us = "http://me:secret@127.0.0.1:" + std::to_string(mirror_.port());

    ASSERT_TRUE(fetch(job_of(us + "/a")));
    for (const auto& seen : other.seen()) EXPECT_EQ(seen.authorization, "");
    ASSERT_TRUE(discard_part(folder_ / "cache/file.part"));
    ASSERT_TRUE(fetch(job_of(us + "/b")));
    for (const auto& seen : mirror_.seen()) EXPECT_NE(seen.authorization, "");
}

class ProxyTest : public TrustTest {
  protected:
    test::LocalMirror proxy_{{folder_ / "www", "127.0.0.1", 0, {}, "me:secret"}};
    const std::string address_ = "127.0.0.1:" + std::to_string(proxy_.port());
    const std::string with_secret_ = "http://me:secret@" + address_;
};

TEST_F(ProxyTest, HttpGoesThroughIt) {
    options_.env = sys::Env{{"HTTP_PROXY", with_secret_}};

    ASSERT_TRUE(fetch(job_of("http://mirror.invalid/file")));

    EXPECT_EQ(part(), content_);
    EXPECT_TRUE(proxy_.seen().front().is_proxied);
}

TEST_F(ProxyTest, HttpsGoesThroughATunnel) {
    options_.env = sys::Env{{"https_proxy", with_secret_}};
    options_.ca_file = ca_file_;

    ASSERT_TRUE(fetch(job_of(secure_.url("/file"))));

    EXPECT_EQ(part(), content_);
    EXPECT_EQ(proxy_.seen().front().method, "CONNECT");
    EXPECT_GT(secure_.traffic().requests, 0U);
}

TEST_F(ProxyTest, ThatWantsAPasswordIsNamedWithoutIt) {
    for (const std::string& url : {mirror_.url("/file"), secure_.url("/file")}) {
        options_.env = sys::Env{{"ALL_PROXY", "http://me:wrongsecret@" + address_}};

        const auto fetched = fetch(job_of(url));

        EXPECT_EQ(fetched.error().code, Code::tls);
        EXPECT_EQ(fetched.error().what, "fetching file: the proxy http://" + address_ +
                                            " asks for a user and a password");
    }
    EXPECT_TRUE(listener_.retries.empty());
}

TEST_F(ProxyTest, IsNotAskedForHostsOfNoProxy) {
    options_.env = sys::Env{{"HTTP_PROXY", with_secret_}, {"NO_PROXY", "127.0.0.1,example.org"}};

    ASSERT_TRUE(fetch(job_of(mirror_.url("/file"))));

    EXPECT_EQ(proxy_.traffic().requests, 0U);
}

TEST_F(ProxyTest, ThatIsNotThereIsBlamed) {
    options_.env = sys::Env{{"HTTP_PROXY", "http://me:secret@127.0.0.1:1"}};

    const auto fetched = fetch(job_of(mirror_.url("/file")));

    EXPECT_EQ(fetched.error().code, Code::tls);
    EXPECT_EQ(fetched.error().what,
              "fetching file: cannot connect to the proxy http://127.0.0.1:1: connection refused");
}

TEST_F(ProxyTest, OfTheProcessIsNotLookedAt) {
    ::setenv("http_proxy", "http://127.0.0.1:1", 1);
    ::setenv("all_proxy", "http://127.0.0.1:1", 1);

    EXPECT_TRUE(fetch(job_of(mirror_.url("/file"))));

    ::unsetenv("http_proxy");
    ::unsetenv("all_proxy");
}

// A socket on ::1 that completes no handshake: its queue of one is full.
class DeadIpv6 {
  public:
    explicit DeadIpv6(std::uint16_t port) {
        sockaddr_in6 address{};
        address.sin6_family = AF_INET6;
        address.sin6_port = htons(port);
        address.sin6_addr = in6addr_loopback;
        auto* raw = reinterpret_cast<sockaddr*>(&address);
        is_there_ = ::bind(listener_.number(), raw, sizeof address) == 0 &&
                    ::listen(listener_.number(), 0) == 0;
        for (sys::Fd& fd : fillers_) {
            fd = sys::Fd(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            static_cast<void>(::connect(fd.number(), raw, sizeof address));
        }
    }
    bool is_there() const { return is_there_; }

  private:
    sys::Fd listener_{::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    std::array<sys::Fd, 4> fillers_;
    bool is_there_ = false;
};

TEST_F(TrustTest, ADeadIpv6RouteCostsAQuarterOfASecond) {
    const DeadIpv6 dead(mirror_.port());
    if (!dead.is_there()) GTEST_SKIP() << "no IPv6 here";
    const auto begin = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::duration> first_byte;
    listener_.on_progress = [&](std::uint64_t) {
        if (!first_byte) first_byte = std::chrono::steady_clock::now() - begin;
    };

    ASSERT_TRUE(fetch(job_of("http://localhost:" + std::to_string(mirror_.port()) + "/file")));

    EXPECT_LT(*first_byte, 1s);
}

TEST_F(TrustTest, AServerOnIpv6OnlyServes) {
    std::unique_ptr<test::LocalMirror> server;
    try {
        server = std::make_unique<test::LocalMirror>(
            test::LocalMirror::Options{folder_ / "www", "::1", 0, {}, {}});
    } catch (const std::exception&) {
        GTEST_SKIP() << "no IPv6 here";
    }

    ASSERT_TRUE(fetch(job_of(server->url("/file"))));
    EXPECT_EQ(part(), content_);
    ASSERT_TRUE(discard_part(folder_ / "cache/file.part"));
    options_.ip = IpVersion::v4;
    options_.retries = 0;
    EXPECT_FALSE(fetch(job_of("http://localhost:" + std::to_string(server->port()) + "/file")));
}

}  // namespace
}  // namespace cudaenv::fetch
