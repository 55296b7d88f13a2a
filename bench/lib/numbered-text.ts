/** Pseudo-random words that compress about as well as prose; each number gives another text. */
export function numberedText(bytes: number, number: number): string {
  const words: string[] = []
  let state = number + 1
  for (let length = 0; length < bytes;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const word = ((state >>> 8) % 50_000).toString(36)
    words.push(word)
    length += word.length + 1
  }
  return words.join(' ').slice(0, bytes)
}
