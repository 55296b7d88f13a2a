import type { startMockProvider } from '@lathe/mock-provider'

type MockProvider = Pick<Awaited<ReturnType<typeof startMockProvider>>, 'requests'>

/** What a provider was asked, but for how the answer is to come; in no order, as copies run side by side. */
export function askedOf({ requests }: MockProvider): string[] {
  const bodies = requests
    .filter(({ path }) => path === '/chat/completions')
    .map(({ body }) => sorted({ ...(body as object), stream: null, stream_options: null }))
  return bodies.map((body) => JSON.stringify(body)).toSorted()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]))
}
