// SPDX-License-Identifier: MIT
#include "commands/update.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "catalog/learn.hpp"
#include "commands/cache.hpp"
#include "commands/indexes.hpp"
#include "commands/json.hpp"
#include "commands/learned.hpp"
#include "commands/lookup.hpp"
#include "sys/digest.hpp"
#include "sys/lock.hpp"

namespace cudaenv::commands {

namespace {

using Json = nlohmann::ordered_json;

// More news than this of one product are left for the next run.
constexpr std::size_t kMostAtOnce = 50;

// What is known without asking anybody.
struct Before {
    catalog::Catalog catalog;
    catalog::RedistIndex redist;
};

Result<Before> before(const Learned& learned, const World& world) {
    const std::vector<std::string>& folders = world.config.catalogs;
    CUDAENV_TRY(catalog::Catalog catalog, catalog::load(folders, learned.releases));
    CUDAENV_TRY(catalog::RedistIndex redist, catalog::load_redist(folders, learned.redist));
    return Before{std::move(catalog), std::move(redist)};
}

std::string folder_of(const std::string& url) {
    return url.substr(0, url.rfind('/') + 1);
}

// compute/cuda/ of compute/cuda/redist/: the installers of each release lie beside the lists.
std::string parent_of(const std::string& folder_url) {
    return folder_of(folder_url.substr(0, folder_url.size() - 1));
}

base::Version number_of(const std::string& version) {
    return *base::parse_version(version);
}

// One product of the index.
struct Product {
    std::string name;
    std::string folder_url;  // of its lists
    std::span<const catalog::RedistRelease> known;
};

std::vector<Product> products_of(const catalog::RedistIndex& index) {
    std::set<std::string> names;
    for (const catalog::RedistRelease& release : index.releases) names.insert(release.product);
    std::vector<Product> products;
    for (const std::string& name : names) {
        Product product{name, "", catalog::releases_of(index, name)};
        for (const catalog::RedistRelease& release : product.known) {
            if (!release.list_url.empty()) product.folder_url = folder_of(release.list_url);
        }
        if (!product.folder_url.empty()) products.push_back(std::move(product));
    }
    return products;
}

// Some lists stand under a second name, the full version of the release.
bool is_second_name(const base::Version& version, const Product& product) {
    return std::ranges::any_of(product.known, [&](const catalog::RedistRelease& release) {
        return std::ranges::any_of(release.builds, [&](const catalog::RedistBuild& build) {
            const auto full = base::parse_version(build.full_version);
            return full && base::compare_numbers(*full, version) == 0;
        });
    });
}

// Whether nobody knows the release, or what of a companion it holds. Older ones than the first that
// was ever listed are passed over.
bool is_news(const std::string& text, const Product& product) {
    const base::Version version = number_of(text);
    const auto oldest =
        std::ranges::find_if(product.known, [](const auto& one) { return !one.list_url.empty(); });
    if (base::compare_numbers(version, number_of(oldest->version)) < 0) return false;
    const auto* known = catalog::find_release(product.known, version);
    if (known == nullptr) return !is_second_name(version, product);
    return product.name != catalog::kToolkit && known->builds.empty();
}

bool ends_everything(const Error& error) {
    return error.code == Code::interrupted || error.code == Code::terminated ||
           error.code == Code::refused;
}

Message left_out(std::string_view what, const Error& error) {
    Message message = Message::warning(fmt::format("{} is left out: {}", what, error.what));
    if (!error.at.empty()) message.why.push_back("it stands at " + error.at);
    if (!error.found.empty()) message.why.push_back("found " + error.found);
    if (!error.needs.empty()) message.why.push_back("needed " + error.needs);
    return message;
}

// One run: what it asks, and what it learned so far.
class Run {
  public:
    Run(const Before& known, Indexes& indexes, Learned& learned)
        : known_(known), indexes_(indexes), learned_(learned) {}

    // Errors: what ends everything; and the first one, if no index was read.
    Result<void> ask_all() {
        for (const Product& product : products_of(known_.redist)) CUDAENV_TRY(ask(product));
        if (checked_ == 0 && first_failure_) return tl::unexpected(*first_failure_);
        if (!absent_.empty()) {
            report_.messages.push_back(
                Message::note("no index of " + base::join(absent_, ", ") + " there"));
        }
        return {};
    }
    std::size_t added() const { return added_.size(); }
    Report report(const World& world) &&;

  private:
    Result<void> ask(const Product& product);
    Result<void> pass_over(const Product& product, const Error& error);
    std::vector<std::string> news_of(const Product& product, const catalog::Listing& listing);
    Result<void> learn_of(const std::string& version, const Product& product);
    Result<catalog::Release> toolkit(const base::Version& version, const Product& product);
    void add(const catalog::RedistRelease& release);

    const Before& known_;
    Indexes& indexes_;
    Learned& learned_;
    Report report_;
    std::vector<std::string> absent_;
    std::optional<Error> first_failure_;
    Json added_ = Json::array();
    std::size_t checked_ = 0;
};

Result<void> Run::ask(const Product& product) {
    const Result<catalog::Listing> listing = indexes_.listing(product.folder_url);
    if (!listing.has_value()) return pass_over(product, listing.error());
    ++checked_;
    if (listing->elsewhere > 0) {
        report_.messages.push_back(Message::warning(
            fmt::format("the index of {} links to {} lists in other places: they are left out",
                        product.name, listing->elsewhere)));
    }
    for (const std::string& version : news_of(product, *listing)) {
        const Result<void> done = learn_of(version, product);
        if (done.has_value()) continue;
        if (ends_everything(done.error())) return done;
        report_.messages.push_back(left_out(product.name + " " + version, done.error()));
    }
    return {};
}

// A product without an index hinders no other; but where nobody could be reached so far, asking on
// would only take time.
Result<void> Run::pass_over(const Product& product, const Error& error) {
    const bool is_out_of_reach = error.code == Code::network || error.code == Code::tls;
    if (ends_everything(error) || (is_out_of_reach && checked_ == 0)) return tl::unexpected(error);
    if (!first_failure_) first_failure_ = error;
    if (error.code == Code::not_found || error.code == Code::http) {
        absent_.push_back(product.name);
    } else {
        report_.messages.push_back(left_out("the index of " + product.name, error));
    }
    return {};
}

std::vector<std::string> Run::news_of(const Product& product, const catalog::Listing& listing) {
    std::vector<std::string> news;
    std::ranges::copy_if(listing.versions, std::back_inserter(news),
                         [&](const std::string& version) { return is_news(version, product); });
    if (news.size() <= kMostAtOnce) return news;
    report_.messages.push_back(Message::warning(
        fmt::format("the index of {} has {} new releases: only the newest {} are looked at",
                    product.name, news.size(), kMostAtOnce)));
    news.erase(news.begin(), news.end() - kMostAtOnce);
    return news;
}

Result<void> Run::learn_of(const std::string& version, const Product& product) {
    const std::string url = product.folder_url + "redistrib_" + version + ".json";
    CUDAENV_TRY(const std::string text, indexes_.text(url));
    const catalog::ListOrigin origin{product.name, version, url, sys::sha256_of(text)};
    const auto* known = catalog::find_release(product.known, number_of(version));
    if (known != nullptr && !known->list_sha256.empty() && known->list_sha256 != origin.sha256) {
        return fail(Code::checksum, "its list is not the published one")
            .at(url)
            .values(origin.sha256, known->list_sha256);
    }
    CUDAENV_TRY(const catalog::Redistrib list, catalog::parse_redistrib(text, url));
    CUDAENV_TRY(catalog::RedistRelease release,
                catalog::learned_release(list, origin, product.known));
    if (product.name == catalog::kToolkit && known_.catalog.find(number_of(version)) == nullptr) {
        CUDAENV_TRY(auto toolkit_release, toolkit(number_of(version), product));
        learned_.releases.push_back(std::move(toolkit_release));
    }
    add(release);
    learned_.redist.push_back(std::move(release));
    return {};
}

// The installer files of a toolkit release, by the names that NVIDIA's list of digests gives them.
Result<catalog::Release> Run::toolkit(const base::Version& version, const Product& product) {
    if (version.count < 3) {
        return fail(Code::integrity, "no release of the toolkit is called so")
            .values(to_string(version), "a number such as 12.4.1");
    }
    const std::string folder = parent_of(product.folder_url) + to_string(version) + "/";
    const std::string digests = folder + "docs/sidebar/md5sum.txt";
    CUDAENV_TRY(const std::string text, indexes_.text(digests));
    catalog::Release release;
    release.version = version;
    release.is_reviewed = false;
    release.runfiles = catalog::runfiles_in(text, version, folder + "local_installers/");
    if (!release.runfiles.empty()) return release;
    return fail(Code::integrity, "no installer for Linux among its digests").at(digests);
}

void Run::add(const catalog::RedistRelease& release) {
    std::set<std::string> names;
    for (const catalog::RedistBuild& build : release.builds) {
        names.insert(build.name.empty() ? build.platform : build.name);
    }
    const std::vector<std::string> builds(names.begin(), names.end());
    report_.out +=
        fmt::format("{} {} ({})\n", release.product, release.version, base::join(builds, ", "));
    added_.push_back({{"product", release.product}, {"version", release.version}});
}

Report Run::report(const World& world) && {
    const bool has_news = !added_.empty();
    report_.messages.push_back(Message::info(
        has_news ? fmt::format("learned of {} in {}; nobody has reviewed them",
                               added_.size() == 1 ? "1 release"
                                                  : std::to_string(added_.size()) + " releases",
                               shown(world, learned_folder(world)))
                 : fmt::format("nothing new in {} indexes", checked_)));
    if (has_news && !may_use_unreviewed(world)) {
        report_.messages.push_back(
            Message::note("they are not used: the config denies unreviewed releases"));
    }
    report_.json = json_text(Json{{"added", added_}, {"checked", checked_}});
    return std::move(report_);
}

Report offline() {
    Report report;
    report.messages.push_back(Message::note("offline: no index was asked, nothing has changed"));
    report.json = json_text(Json{{"added", Json::array()}, {"checked", 0}});
    return report;
}

Result<sys::Lock> lock_update(const World& world) {
    CUDAENV_TRY(mark_cache(world));  // before the lock lies in it
    CUDAENV_TRY(const execute::Settings all, settings(world));
    sys::LockOptions options = all.lock;
    options.purpose = "learning of new releases";
    return sys::Lock::take(learned_folder(world) + ".lock", options);
}

}  // namespace

Result<Report> update(const UpdateRequest& /*request*/, const World& world) {
    if (world.options.offline) return offline();
    CUDAENV_TRY(const sys::Lock lock, lock_update(world));
    Learned learned = read_learned(world).value_or(Learned());  // unreadable: learned anew
    CUDAENV_TRY(const Before known, before(learned, world));
    CUDAENV_TRY(Indexes indexes, Indexes::open(world));
    Run run(known, indexes, learned);
    CUDAENV_TRY(run.ask_all());
    if (run.added() > 0) {
        forget_built_in(learned);
        CUDAENV_TRY(write_learned(learned, world));
    }
    return std::move(run).report(world);
}

}  // namespace cudaenv::commands
