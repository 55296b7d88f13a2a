const REPLACEMENT = '[secret]'
/** Shorter ones would be found in ordinary words. */
const SHORTEST = 8
/** Nor is `lm-studio`, which such servers take for a key, cut from what a model writes. */
const SHORTEST_IN_GOOD_ANSWERS = 16

/** Some providers repeat the key they got: it is cut from the answer before anybody can keep that. */
export function withoutSecrets(response: Response, secrets: readonly (string | null)[]): Response {
  const { body, ok, status, statusText, headers } = response
  const shortest = ok ? SHORTEST_IN_GOOD_ANSWERS : SHORTEST
  const known = secrets
    .filter((secret) => secret !== null)
    .filter(({ length }) => length >= shortest)
  if (!body || known.length === 0) return response
  const cut = body.pipeThrough(replacing([...new Set(known.flatMap(spellings))]))
  return new Response(cut, { status, statusText, headers })
}

/** As it is and as JSON writes it, each byte a character, so that answers need not be text. */
const spellings = (secret: string): string[] =>
  [secret, JSON.stringify(secret).slice(1, -1)].map((text) =>
    Buffer.from(text, 'utf8').toString('latin1'),
  )

/** Holds back only what may be the beginning of a secret. */
function replacing(secrets: readonly string[]) {
  let held = ''
  const clean = (text: string) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, REPLACEMENT), text)
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      const text = clean(
        held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1'),
      )
      const safe = text.length - longestBeginning(text, secrets)
      held = text.slice(safe)
      if (safe > 0) controller.enqueue(toBytes(text.slice(0, safe)))
    },
    flush(controller) {
      if (held !== '') controller.enqueue(toBytes(held))
    },
  })
}

/** How much of the text's end one of the secrets begins with. */
function longestBeginning(text: string, secrets: readonly string[]): number {
  const lengths = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, text.length)
    while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1
    return length
  })
  return Math.max(...lengths)
}

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
