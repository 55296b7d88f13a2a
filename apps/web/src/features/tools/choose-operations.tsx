import type { OpenApiReading } from '@lathe/contract'
import { Autocomplete, Button, Checkbox, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { showToast } from '../../ui/undo-toast.tsx'
import { type AuthDraft, AuthFields, authOf, firstAuth } from './auth-fields.tsx'
import styles from './tools.module.css'

const route = getRouteApi('/tools')

type ChooseOperationsProps = { reading: OpenApiReading; onBack: () => void }

export function ChooseOperations({ reading, onBack }: ChooseOperationsProps) {
  const { operations, servers, schemes, text } = reading
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [server, setServer] = useState(servers[0] ?? '')
  const [auth, setAuth] = useState<AuthDraft>(() => firstAuth(schemes))
  const [allowPrivate, setAllowPrivate] = useState(false)
  const taken = operations.filter(({ operation }) => chosen.has(operation))
  const shown = operations.filter(({ operation, name, description }) =>
    `${operation} ${name} ${description}`.toLowerCase().includes(filter.toLowerCase()),
  )
  const usable = shown.filter(({ problem }) => problem === null)
  const isAll = usable.length > 0 && usable.every(({ operation }) => chosen.has(operation))

  const add = useMutation({
    mutationFn: () =>
      client.tools.importOpenApi({
        text,
        server: server.trim(),
        auth: authOf(auth),
        allowPrivate,
        operations: taken.map(({ operation, name }) => ({ operation, name })),
      }),
    onSuccess: async (tools) => {
      await queries.invalidateQueries({ queryKey: api.tools.key() })
      showToast(`${plural(tools.length, 'tool')} added`)
      await navigate({ search: { tool: tools[0]?.name } })
    },
  })
  const toggle = (names: readonly string[], isOn: boolean) => {
    const others = [...chosen].filter((name) => !names.includes(name))
    setChosen(new Set(isOn ? [...others, ...names] : others))
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <TextInput
        aria-label="Filter the operations"
        placeholder={`Filter ${plural(operations.length, 'operation')}`}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Checkbox
        label={`All ${usable.length} that are shown`}
        checked={isAll}
        disabled={usable.length === 0}
        onChange={(event) =>
          toggle(
            usable.map(({ operation }) => operation),
            event.currentTarget.checked,
          )
        }
      />
      <ul className={styles.operations} aria-label="Operations">
        {shown.map(({ operation, name, description, effect, problem }) => (
          <li key={operation}>
            <Checkbox
              label={operation}
              classNames={{ description: styles.clamped ?? '' }}
              description={problem ?? `${name} · ${effect} · ${description}`}
              disabled={problem !== null}
              checked={chosen.has(operation)}
              onChange={(event) => toggle([operation], event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <Autocomplete
        label="Server"
        description="Where the calls go"
        required
        data={servers}
        value={server}
        onChange={setServer}
      />
      <AuthFields auth={auth} onChange={setAuth} />
      <Switch
        label="May reach private and loopback addresses"
        description="For a service on this machine or in your own network"
        checked={allowPrivate}
        onChange={(event) => setAllowPrivate(event.currentTarget.checked)}
      />
      {add.error && <ErrorPanel attempted="add the tools" error={named(add.error)} />}
      <div className={styles.actions}>
        <Button type="submit" disabled={taken.length === 0} loading={add.isPending}>
          {taken.length === 0 ? 'Choose operations' : `Add ${plural(taken.length, 'tool')}`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Another document
        </Button>
      </div>
    </form>
  )
}

/** With the names that are taken. */
function named(error: unknown): unknown {
  const names: unknown = Object(Object(error)['data'])['names']
  return Array.isArray(names)
    ? new Error(`There are tools of these names already: ${names.join(', ')}`)
    : error
}
