import { Button, PasswordInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import styles from './login-page.module.css'
import { tokenIn } from './token-in.ts'

const route = getRouteApi('/login')

export function LoginPage() {
  const [pastedToken, setPastedToken] = useState('')
  const { refused } = route.useSearch()
  const [problem, setProblem] = useState(refused === undefined ? undefined : INVALID_TOKEN)
  const token = tokenIn(pastedToken)
  usePageTitle('Sign in')

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!token) return
    setProblem(undefined)
    const rejection = await openSession(token)
    if (rejection === undefined) location.assign('/')
    else setProblem(rejection)
  }

  return (
    <main className={styles.root}>
      <h1>This browser is not signed in</h1>
      <p>
        Lathe prints an address with a token when it starts. Open that address once to sign in this
        browser.
      </p>
      <pre className={styles.example}>Lathe ready: {location.origin}/?token=…</pre>
      <form onSubmit={(event) => void handleSubmit(event)} className={styles.form}>
        <PasswordInput
          className={styles.field ?? ''}
          label="Token or full address"
          error={problem}
          autoComplete="off"
          value={pastedToken}
          onChange={(event) => setPastedToken(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!token}>
          Sign in
        </Button>
      </form>
    </main>
  )
}

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
