import {
  MAX_OPENAPI_TOOLS as MOST_TOOLS,
  type OpenApiOperation,
  type ParsedOpenApi,
} from '@lathe/contract'
import { Autocomplete, Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useRef, useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { formatExactCount, plural } from '../../lib/format/format.ts'
import { PrivateNetworkField } from '../../ui/fields/private-network-field.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { toAuth } from './auth-fields.tsx'
import { EMPTY_SECURITY, SecurityFields } from './security-fields.tsx'
import styles from './tools.module.css'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'

const route = getRouteApi('/tools')

type ChooseOperationsProps = { reading: ParsedOpenApi; onBack: () => void }

export function ChooseOperations({ reading, onBack }: ChooseOperationsProps) {
  const { operations, servers, schemes, text } = reading
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const [filter, setFilter] = useState('')
  const [selectedNames, setSelectedNames] = useState<ReadonlySet<string>>(new Set())
  const [server, setServer] = useState(servers[0] ?? '')
  const [security, setSecurity] = useState(EMPTY_SECURITY)
  const [allowPrivate, setAllowPrivate] = useState(false)
  const [prefix, setPrefix] = useState('')
  const isPrefix = /^[\w-]{0,40}$/.test(prefix.trim())
  const before = useDeferredValue(prefix.trim())
  const searchText = useDeferredValue(filter.toLowerCase())
  const selectedOperations = operations.filter(({ operation }) => selectedNames.has(operation))
  const matching = operations.filter(({ operation, name, description }) =>
    `${operation} ${name} ${description}`.toLowerCase().includes(searchText),
  )
  const usable = matching.filter(({ problem }) => problem === null)
  const areAllSelected =
    usable.length > 0 && usable.every(({ operation }) => selectedNames.has(operation))

  const add = useMutation({
    mutationFn: () =>
      client.tools.importOpenApi({
        text,
        server: server.trim(),
        schemes: Object.fromEntries(
          Object.entries(security.schemes).map(([id, auth]) => [id, toAuth(auth)]),
        ),
        auth: toAuth(security.otherAuth),
        allowPrivate,
        operations: selectedOperations.map(({ operation, name }) => ({
          operation,
          name: prefixed(prefix.trim(), name),
        })),
      }),
    onSuccess: async (tools) => {
      await queries.invalidateQueries({ queryKey: api.tools.key() })
      showToast(`${plural(tools.length, 'tool')} added`)
      await navigate({ search: { tool: tools[0]?.name } })
    },
  })
  const toggle = useCallback(
    (names: ReadonlySet<string>, isSelected: boolean) =>
      setSelectedNames((current) =>
        isSelected
          ? new Set([...current, ...names])
          : new Set([...current].filter((name) => !names.has(name))),
      ),
    [],
  )

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isPrefix) add.mutate()
      }}
    >
      <TextInput
        aria-label="Filter operations"
        placeholder={`Filter ${plural(operations.length, 'operation')}`}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <Checkbox
        label={`All ${formatExactCount(usable.length)} shown`}
        checked={areAllSelected}
        disabled={usable.length === 0}
        onChange={(event) =>
          toggle(new Set(usable.map(({ operation }) => operation)), event.currentTarget.checked)
        }
      />
      <OperationList
        operations={matching}
        selectedNames={selectedNames}
        formatName={(name) => prefixed(before, name)}
        onToggle={toggle}
      />
      <Autocomplete
        label="Server"
        description="Base URL of the calls"
        required
        data={servers}
        value={server}
        onChange={setServer}
      />
      <SecurityFields
        schemes={schemes}
        operations={selectedOperations.length === 0 ? operations : selectedOperations}
        draft={security}
        onChange={setSecurity}
      />
      <TextInput
        label="Name prefix"
        description="For services whose tools have the same names"
        placeholder="github_"
        value={prefix}
        error={isPrefix ? undefined : 'Letters, digits, _ and -, at most 40'}
        onChange={(event) => setPrefix(event.currentTarget.value)}
      />
      <PrivateNetworkField
        description="For a service on this machine or your own network"
        checked={allowPrivate}
        onChange={setAllowPrivate}
      />
      {add.error && <ErrorPanel action="add the tools" error={namedError(add.error)} />}
      <div className={styles.actions}>
        <Button
          type="submit"
          disabled={selectedOperations.length === 0 || selectedOperations.length > MOST_TOOLS}
          loading={add.isPending}
        >
          {selectedOperations.length === 0
            ? 'Choose operations'
            : `Add ${plural(selectedOperations.length, 'tool')}`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Choose another document
        </Button>
        {selectedOperations.length > MOST_TOOLS && (
          <span className={styles.note}>
            {formatExactCount(MOST_TOOLS)} is the limit per import
          </span>
        )}
      </div>
    </form>
  )
}

/** Tool names are limited to 64 characters. */
const prefixed = (prefix: string, name: string) => `${prefix}${name}`.slice(0, 64)

/** Adds the conflicting tool names to the error. */
function namedError(error: unknown): unknown {
  const names: unknown = Object(Object(error)['data'])['names']
  return Array.isArray(names)
    ? new Error(`Tools with these names exist: ${names.join(', ')}. Add a name prefix.`)
    : error
}

const ROW_HEIGHT = 64
const NO_INDEX = -1

type OperationListProps = {
  operations: readonly OpenApiOperation[]
  selectedNames: ReadonlySet<string>
  /** Returns the name of the future tool. */
  formatName: (name: string) => string
  onToggle: (operations: ReadonlySet<string>, isSelected: boolean) => void
}

/** Virtualized: a large service has more than a thousand operations. */
function OperationList({ operations, selectedNames, formatName, onToggle }: OperationListProps) {
  const scrollRef = useRef<HTMLUListElement>(null)
  const count = operations.length
  const rows = useVirtualRows({ scrollRef, count, rowHeight: ROW_HEIGHT, activeIndex: NO_INDEX })
  const items = rows.getVirtualItems()
  return (
    <ul ref={scrollRef} className={styles.operations} aria-label="Operations">
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ index }) => {
        const target = operations[index]
        if (!target) return null
        const { operation, name, description, effect, problem } = target
        return (
          <li
            key={operation}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ height: ROW_HEIGHT }}
          >
            <Checkbox
              label={operation}
              classNames={{ label: styles.operation ?? '', description: styles.clamped ?? '' }}
              description={problem ?? `${formatName(name)} · ${effect} · ${description}`}
              disabled={problem !== null}
              checked={selectedNames.has(operation)}
              onChange={(event) => onToggle(new Set([operation]), event.currentTarget.checked)}
            />
          </li>
        )
      })}
      <Spacer height={rows.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </ul>
  )
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 && <li aria-hidden style={{ height }} />
