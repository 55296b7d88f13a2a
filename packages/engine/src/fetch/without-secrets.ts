const REPLACEMENT = '[secret]'
/** Shorter ones would be found in ordinary words. */
const SHORTEST = 8

/** Some providers repeat the key they refuse: it is cut from the answer before anybody can keep that. */
export function withoutSecrets(response: Response, secrets: readonly (string | null)[]): Response {
  const known = secrets
    .filter((secret) => secret !== null)
    .filter(({ length }) => length >= SHORTEST)
  const { body, status, statusText, headers } = response
  if (!body || known.length === 0) return response
  const cut = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(replacing(known))
    .pipeThrough(new TextEncoderStream())
  return new Response(cut, { status, statusText, headers })
}

/** Holds back as much as may be the beginning of a secret. */
function replacing(secrets: readonly string[]): TransformStream<string, string> {
  const longest = Math.max(...secrets.map((secret) => secret.length))
  let held = ''
  const clean = (text: string) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, REPLACEMENT), text)
  return new TransformStream({
    transform(chunk, controller) {
      const text = clean(held + chunk)
      const safe = Math.max(0, text.length - longest + 1)
      controller.enqueue(text.slice(0, safe))
      held = text.slice(safe)
    },
    flush: (controller) => controller.enqueue(held),
  })
}
