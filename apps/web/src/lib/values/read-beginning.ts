/** The page needs seconds to lay out longer text. */
const MAX_LENGTH = 20_000

type Beginning = { text: string; isTruncated: boolean }

/** Fetches only the beginning of a text file. */
export async function readBeginning(src: string, signal: AbortSignal): Promise<Beginning> {
  const { ok, body } = await fetch(src, { signal })
  if (!ok || !body) throw new Error('Could not read the file')
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length <= MAX_LENGTH) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), isTruncated: false }
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return { text: text.slice(0, MAX_LENGTH).toWellFormed(), isTruncated: true }
}
