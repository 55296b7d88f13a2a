import type { Stream } from 'node:stream'

const KEPT = 2_000
const SHOWN = 500
const SHORTEST_SECRET = 6

/** The end of what a process complains of, for the error that tells it died. */
export function lastWords(stderr: Stream | null, secrets: readonly string[]): () => string {
  let text = ''
  stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-KEPT)
  })
  const hidden = secrets.filter(({ length }) => length >= SHORTEST_SECRET)
  return () => {
    const clean = hidden.reduce((said, secret) => said.replaceAll(secret, '[secret]'), text)
    return clean.trim().slice(-SHOWN)
  }
}
