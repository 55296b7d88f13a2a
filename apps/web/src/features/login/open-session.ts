export const NOT_ACCEPTED = 'The server did not accept that token.'

/** Why the browser is not let in; undefined once it is. The token goes into no address, which logs and histories keep. */
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
    return status === 401 ? NOT_ACCEPTED : `The server answered ${status}.`
  } catch (error) {
    // No header can carry some signs.
    return error instanceof TypeError && /[^\x21-\x7e]/.test(token)
      ? NOT_ACCEPTED
      : 'The server cannot be reached.'
  }
}
