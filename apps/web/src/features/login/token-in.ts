/** The token in what was pasted: the bare token, the address, or the line the server printed. */
export function tokenIn(text: string): string | undefined {
  const trimmed = text.trim()
  const fromAddress = /[?&]token=([^&\s]+)/.exec(trimmed)?.[1]
  if (fromAddress) return decoded(fromAddress)
  return /^[\w.~-]+$/.test(trimmed) ? trimmed : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
