export const INVALID_TOKEN = 'The server did not accept that token.'

/**
 * Returns why signing in failed, or undefined on success. The token is sent in a header, because
 * logs and histories keep URLs.
 */
export async function openSession(token: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  try {
    const {
      status,
      ok,
      headers: received,
    } = await fetch('/api/session', {
      method: 'POST',
      headers,
    })
    if (ok) return undefined
    if (status === 429) {
      const minutes = Math.ceil(Number(received.get('retry-after') ?? 60) / 60)
      return `Too many failed sign-ins. Try again in ${minutes} min.`
    }
    return status === 401 ? INVALID_TOKEN : `The server answered ${status}.`
  } catch (error) {
    // No header can carry some signs.
    return error instanceof TypeError && /[^\x21-\x7e]/.test(token)
      ? INVALID_TOKEN
      : 'The server cannot be reached.'
  }
}
