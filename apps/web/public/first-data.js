// Requests the first data of a page while the app loads. `lib/api/early-calls.ts` consumes the responses.
;(function () {
  const pages = [
    [/^\/traces\/([\da-f-]{36})$/, 'traces/outline', (id) => ({ id })],
    // Must match the page size in `comparison-queries.ts`.
    [/^\/compare\/([\da-f-]{36})$/, 'comparisons/get', (id) => ({ id, cases: 30 })],
  ]
  window.earlyCalls = new Map()
  for (const [pattern, procedure, getInput] of pages) {
    const match = pattern.exec(location.pathname)
    if (!match) continue
    const path = '/rpc/' + procedure
    const body = JSON.stringify({ json: getInput(match[1]) })
    const controller = new AbortController()
    const response = fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: controller.signal,
    })
    // The app repeats a failed call.
    response.catch(() => undefined)
    window.earlyCalls.set(path, { body, response, controller })
  }
})()
