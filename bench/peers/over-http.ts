import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A minimal server that answers questions as JSON over HTTP. */
export async function overHttp(questions: Record<string, () => Promise<unknown>>) {
  const server = createServer((request, response) => {
    const answer = questions[decodeURIComponent(request.url?.slice(1) ?? '')]
    void Promise.resolve(answer?.()).then((rows) => response.end(JSON.stringify(rows)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    ask: async (name: string): Promise<unknown> =>
      (await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(name)}`)).json(),
    close: () => server.close(),
  }
}
