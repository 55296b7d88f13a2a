import { Button, PasswordInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { usePageTitle } from '../../lib/page-title.ts'
import styles from './login-page.module.css'
import { tokenIn } from './token-in.ts'

const route = getRouteApi('/login')

export function LoginPage() {
  const [pasted, setPasted] = useState('')
  const { refused } = route.useSearch()
  const token = tokenIn(pasted)
  usePageTitle('Sign in')

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (token) location.assign(`/?token=${encodeURIComponent(token)}`)
  }

  return (
    <main className={styles.root}>
      <h1>This browser has no session</h1>
      <p>
        Lathe prints an address with a token in it when it starts. Open that address once and this
        browser is let in.
      </p>
      <pre className={styles.example}>Lathe ready: {location.origin}/?token=…</pre>
      <form onSubmit={handleSubmit} className={styles.form}>
        <PasswordInput
          className={styles.field ?? ''}
          label="Token, or the whole address"
          error={refused === undefined ? undefined : 'The server did not accept that token.'}
          autoComplete="off"
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!token}>
          Open
        </Button>
      </form>
    </main>
  )
}
