import type { OpenApiAuth, OpenApiScheme } from '@lathe/contract'
import { PasswordInput, Select, TextInput } from '@mantine/core'
import styles from './tools.module.css'

export type AuthDraft = { type: OpenApiAuth['type']; name: string; secret: string }

const TYPES: { value: OpenApiAuth['type']; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'header', label: 'API key in a header' },
  { value: 'query', label: 'API key in the query' },
  { value: 'basic', label: 'Username and password' },
]

/** Starts from the document's scheme, without a secret. */
export const toDraft = (scheme: OpenApiScheme | undefined): AuthDraft => ({
  type: scheme?.type ?? 'none',
  name: scheme?.name ?? '',
  secret: '',
})

/** Without a secret, send no authentication. */
export function toAuth({ type, name, secret }: AuthDraft): OpenApiAuth {
  if (secret === '') return { type: 'none' }
  switch (type) {
    case 'bearer':
      return { type, token: secret }
    case 'basic':
      return { type, username: name, password: secret }
    case 'header':
    case 'query':
      return { type, name, value: secret }
    default:
      return { type: 'none' }
  }
}

type AuthFieldsProps = {
  label: string
  /** States which calls use it. */
  description: string | undefined
  auth: AuthDraft
  onChange: (auth: AuthDraft) => void
}

export function AuthFields({ label, description, auth, onChange }: AuthFieldsProps) {
  const hasName = auth.type === 'basic' || auth.type === 'header' || auth.type === 'query'
  return (
    <>
      <Select
        label={label}
        description={description}
        data={TYPES}
        value={auth.type}
        allowDeselect={false}
        onChange={(selected) => {
          const type = TYPES.find(({ value }) => value === selected)
          if (type) onChange({ ...auth, type: type.value })
        }}
      />
      {auth.type !== 'none' && (
        <div className={styles.pair}>
          {hasName && (
            <TextInput
              label={auth.type === 'basic' ? 'User' : 'Name'}
              value={auth.name}
              onChange={(event) => onChange({ ...auth, name: event.currentTarget.value })}
            />
          )}
          <PasswordInput
            label={auth.type === 'basic' ? 'Password' : 'Secret'}
            description="Stored encrypted, never shown again"
            autoComplete="off"
            value={auth.secret}
            onChange={(event) => onChange({ ...auth, secret: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  )
}
