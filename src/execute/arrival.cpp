// SPDX-License-Identifier: MIT
#include "execute/arrival.hpp"

#include <algorithm>
#include <functional>
#include <future>
#include <numeric>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "execute/sums.hpp"
#include "sys/files.hpp"

namespace cudaenv::execute {

namespace {

// One artifact and what is known of it. Written by its reader (sums) and the fetch thread (url,
// bytes, size), read by others only after those have ended, or through the promise.
struct Item {
    const plan::Artifact* artifact = nullptr;
    std::string path;
    bool is_arriving = false;
    std::shared_ptr<sys::Watermark> watermark = std::make_shared<sys::Watermark>();
    std::promise<Result<std::uint64_t>> size_promise;
    std::shared_future<Result<std::uint64_t>> size = size_promise.get_future().share();
    bool is_size_told = false;
    std::optional<sys::Lock> lock;
    std::string url;      // without secrets
    std::string address;  // as it is in the artifact
    std::uint64_t done = 0, resumed = 0;
    std::optional<Summing> sums;

    void tell_size(Result<std::uint64_t> value) {
        if (std::exchange(is_size_told, true)) return;
        size_promise.set_value(std::move(value));
    }
};

Result<sys::Lock> lock_of(const plan::Artifact& artifact, const Settings& settings) {
    sys::LockOptions options = settings.lock;
    options.purpose = "fetching " + artifact.name;
    return sys::Lock::take(artifact.cache_path + ".lock", options);
}

// Decides where the bytes come from, under the artifact's lock if they have to be fetched.
Result<void> prepare(Item& item, const Settings& settings) {
    const plan::Artifact& artifact = *item.artifact;
    const bool may_be_there = !artifact.is_renewed;
    if (!artifact.is_borrowed && !(may_be_there && sys::exists(artifact.cache_path))) {
        CUDAENV_TRY(item.lock, lock_of(artifact, settings));
    }
    item.is_arriving = !artifact.is_borrowed && !(may_be_there && sys::exists(artifact.cache_path));
    item.path = item.is_arriving ? artifact.cache_path + ".part" : artifact.cache_path;
    if (item.is_arriving) {
        if (artifact.is_renewed) CUDAENV_TRY(fetch::discard_part(item.path));
        if (artifact.size_bytes) item.tell_size(*artifact.size_bytes);
        return {};
    }
    item.lock.reset();
    CUDAENV_TRY(const sys::FileInfo info, sys::info_following(item.path));
    item.url = artifact.is_borrowed || artifact.urls.empty()
                   ? "file://" + item.path
                   : fetch::without_secrets(artifact.urls.front());
    item.tell_size(info.size_bytes);
    item.watermark->publish(info.size_bytes);
    item.watermark->finish();
    return {};
}

}  // namespace

std::vector<std::size_t> largest_first(const std::vector<plan::Artifact>& artifacts) {
    std::vector<std::size_t> order(artifacts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t index) {
        return artifacts[index].size_bytes.value_or(0);
    });
    return order;
}

struct Arrival::State : fetch::Listener {
    State(const std::vector<plan::Artifact>& artifacts, const Settings& settings_,
          Observer& observer_)
        : items(artifacts.size()),
          order(largest_first(artifacts)),
          settings(settings_),
          observer(observer_) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            items[i].artifact = &artifacts[i];
            items[i].sums.emplace(!artifacts[i].md5.empty());
        }
    }
    ~State() override { join(); }

    void start_thread();
    void fetch(std::stop_token stop);
    void join();
    Result<Verified> settle(Item& item);

    Item& item_of(const fetch::Job& job) {
        return *std::ranges::find(items, job.part_path, &Item::path);
    }
    void started(const fetch::Job& job, std::uint64_t total, std::uint64_t resumed) override {
        Item& item = item_of(job);
        if (total > 0) item.tell_size(total);
        item.resumed = item.done = resumed;
        observer.fetch_progress(job.name, resumed, total, resumed);
    }
    void progressed(const fetch::Job& job, std::uint64_t done, std::uint64_t total) override {
        Item& item = item_of(job);
        item.done = done;
        observer.fetch_progress(job.name, done, total, item.resumed);
    }
    void retrying(const fetch::Job& job, const Error& reason,
                  std::chrono::milliseconds pause) override {
        observer.fetch_retry(job.name, reason, pause);
    }
    void finished(const fetch::Job& job, std::uint64_t size, const std::string& url) override {
        Item& item = item_of(job);
        item.tell_size(size);
        item.done = size;
        item.url = fetch::without_secrets(url);
        item.address = url;
    }

    std::vector<Item> items;
    const std::vector<std::size_t> order;
    const Settings& settings;
    Observer& observer;
    Result<void> fetch_result;
    std::vector<std::string> liars;
    bool is_stopped = false;
    std::jthread fetch_thread;
};

void Arrival::State::start_thread() {
    if (std::ranges::none_of(items, &Item::is_arriving)) return;
    fetch_thread = std::jthread([this](std::stop_token stop) { fetch(std::move(stop)); });
}

// In a thread of its own. Whatever happens, no reader is left waiting.
void Arrival::State::fetch(std::stop_token stop) {
    std::vector<fetch::Job> jobs;
    for (const std::size_t index : order) {
        const Item& item = items[index];
        if (!item.is_arriving) continue;
        jobs.push_back({item.artifact->name, item.artifact->urls, item.path,
                        item.artifact->size_bytes, item.watermark});
    }
    fetch_result = [&]() -> Result<void> {
        CUDAENV_TRY(fetch::Session session, fetch::Session::open(settings.fetch));
        return session.run(jobs, *this, stop);
    }();
    for (Item& item : items) {
        if (!item.is_arriving) continue;
        if (fetch_result.has_value()) {
            item.watermark->finish();
        } else {
            item.watermark->finish(fetch_result.error());
            item.tell_size(tl::unexpected(fetch_result.error()));
        }
    }
}

void Arrival::State::join() {
    if (fetch_thread.joinable()) fetch_thread.join();
}

// Gives a right file its name in the cache and throws a wrong one away. The fetch has ended.
Result<Verified> Arrival::State::settle(Item& item) {
    // What lies in the cache can wait for the next run.
    if (is_stopped && !item.is_arriving) return fail(Code::interrupted, "not verified");
    CUDAENV_TRY(const Sums sums, item.sums->finish(item.path, *item.watermark));
    const plan::Artifact& artifact = *item.artifact;
    Result<std::string> verified_by = judge(artifact, sums, item.url);
    if (!verified_by.has_value()) {
        if (artifact.is_borrowed) return tl::unexpected(std::move(verified_by).error());
        liars.push_back(item.address);
        CUDAENV_TRY(item.is_arriving ? fetch::discard_part(item.path)
                                     : sys::remove_file(item.path));
        return tl::unexpected(std::move(verified_by).error());
    }
    if (item.is_arriving) {
        CUDAENV_TRY(sys::rename(item.path, artifact.cache_path));
        CUDAENV_TRY(fetch::discard_part(item.path));  // the journal
        item.lock.reset();
    }
    return Verified{sums.size_bytes, sums.sha256, sums.md5, *verified_by, item.url};
}

Arrival::Arrival(std::unique_ptr<State> state) : state_(std::move(state)) {}
Arrival::Arrival(Arrival&&) noexcept = default;
Arrival& Arrival::operator=(Arrival&&) noexcept = default;
Arrival::~Arrival() {
    if (state_) stop();
}

Result<Arrival> Arrival::start(const std::vector<plan::Artifact>& artifacts,
                               const Settings& settings, Observer& observer) {
    auto state = std::make_unique<State>(artifacts, settings, observer);
    // In order of path, so that two processes cannot wait for each other.
    std::vector<Item*> order;
    for (Item& item : state->items) order.push_back(&item);
    std::ranges::sort(order, {}, [](const Item* item) { return item->artifact->cache_path; });
    for (Item* item : order) CUDAENV_TRY(prepare(*item, settings));
    state->start_thread();
    return Arrival(std::move(state));
}

const std::string& Arrival::path(std::size_t index) const {
    return state_->items[index].path;
}

std::shared_ptr<const sys::Watermark> Arrival::watermark(std::size_t index) const {
    return state_->items[index].watermark;
}

namespace {

// Hashes what it passes on.
class SummingReader : public unpack::Reader {
  public:
    SummingReader(std::unique_ptr<unpack::Reader> in, Summing& sums)
        : in_(std::move(in)), sums_(sums) {}
    Result<std::size_t> read(std::span<std::byte> into) override {
        CUDAENV_TRY(const std::size_t got, in_->read(into));
        sums_.add(into.first(got));
        return got;
    }

  private:
    std::unique_ptr<unpack::Reader> in_;
    Summing& sums_;
};

}  // namespace

Result<std::unique_ptr<unpack::Reader>> Arrival::open(std::size_t index) const {
    Item& item = state_->items[index];
    CUDAENV_TRY(item.watermark->wait_beyond(0));  // the file exists from now on
    CUDAENV_TRY(auto reader, unpack::open_growing(item.path, item.watermark));
    return std::make_unique<SummingReader>(std::move(reader), *item.sums);
}

Result<std::uint64_t> Arrival::size_bytes(std::size_t index) const {
    return state_->items[index].size.get();
}

void Arrival::stop() {
    state_->is_stopped = true;
    state_->fetch_thread.request_stop();
}

Result<std::vector<Verified>> Arrival::finish() {
    state_->join();
    std::vector<Verified> all;
    std::optional<Error> first;
    for (Item& item : state_->items) {
        Result<Verified> verified = state_->settle(item);
        if (verified.has_value())
            all.push_back(*std::move(verified));
        else if (!first)
            first = std::move(verified).error();
    }
    if (!state_->fetch_result.has_value()) return tl::unexpected(state_->fetch_result.error());
    if (first) return tl::unexpected(*std::move(first));
    return all;
}

const std::vector<std::string>& Arrival::liars() const {
    return state_->liars;
}

std::uint64_t Arrival::fetched_bytes() const {
    std::uint64_t sum = 0;
    for (const Item& item : state_->items) sum += item.done - std::min(item.done, item.resumed);
    return sum;
}

}  // namespace cudaenv::execute
