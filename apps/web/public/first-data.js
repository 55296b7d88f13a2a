// Asks for a page's first data while the app's own code still comes; `lib/asked-early.ts` hands the answers over.
;(function () {
  const pages = [
    [/^\/traces\/([\da-f-]{36})$/, 'traces/skeleton', (id) => ({ id })],
    // As many rows as `begin-comparison.ts` asks for.
    [/^\/compare\/([\da-f-]{36})$/, 'comparisons/get', (id) => ({ id, cases: 30 })],
  ]
  window.askedEarly = new Map()
  for (const [address, call, inputOf] of pages) {
    const found = address.exec(location.pathname)
    if (!found) continue
    const path = '/rpc/' + call
    const body = JSON.stringify({ json: inputOf(found[1]) })
    const stop = new AbortController()
    const answer = fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: stop.signal,
    })
    // Whoever takes it asks again.
    answer.catch(() => undefined)
    window.askedEarly.set(path, { body, answer, stop })
  }
})()
