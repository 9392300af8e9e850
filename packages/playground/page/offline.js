// Keeps what was loaded, for times without a network: what the server has comes first.

const KEPT = "grundy-playground";

async function fetched(request) {
  const cache = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (!kept) throw error;
    return kept;
  }
}

// A page that is open already has what it loaded before taken up as well.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) event.respondWith(fetched(event.request));
});
