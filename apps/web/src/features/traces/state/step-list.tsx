import { getRouteApi } from '@tanstack/react-router'
import { Message } from '@lathe/contract'
import { type FieldChange, isSameJson } from '@lathe/graph'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import { FieldChangeView } from '../../../ui/json/field-change.tsx'
import { MessageBlock } from '../span/payload.tsx'
import { jsonChanges } from '../../../lib/format/json-changes.ts'
import styles from './state.module.css'

const route = getRouteApi('/traces/$traceId')

type StepListProps = {
  steps: readonly { at: number; title: string; nodes: string }[]
  current: number
}

/** Lists the supersteps. The selected one is in the search params. */
export function StepList({ steps, current }: StepListProps) {
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  return (
    <nav className={styles.steps} aria-label="Supersteps">
      {steps.map(({ at, title, nodes }) => (
        <button
          key={at}
          type="button"
          aria-current={at === current || undefined}
          onClick={() =>
            whileHere(() => navigate({ search: (search) => ({ ...search, at }), replace: true }))
          }
        >
          <span>{title}</span>
          <span className={styles.faint}>{nodes}</span>
        </button>
      ))}
    </nav>
  )
}

type ChannelChangeProps = {
  channel: string
  details: readonly (string | undefined)[]
  before: unknown
  after: unknown
}

/** Shows how a superstep changed a channel. */
export function ChannelChange({ channel, details, before, after }: ChannelChangeProps) {
  const fields = channelChanges(channel, before, after)
  return (
    <section className={styles.part}>
      <h2>
        {channel} <span className={styles.faint}>{details.filter(Boolean).join(' · ')}</span>
      </h2>
      {fields.map((field, index) => (
        // Two fields can share a path when a list item is replaced.
        <Change key={`${index} ${field.path}`} field={field} />
      ))}
    </section>
  )
}

/** Renders an added message as a message. */
function Change({ field }: { field: FieldChange }) {
  const added = field.before === undefined ? Message.safeParse(field.after).data : undefined
  if (!added) return <FieldChangeView field={field} />
  return (
    <ins className={styles.added} aria-label={`Added: ${field.path}`}>
      <MessageBlock message={added} />
    </ins>
  )
}

/** The changes of a channel. For a list that was appended to, only the new items. */
export function channelChanges(channel: string, before: unknown, after: unknown): FieldChange[] {
  if (!Array.isArray(before) || !Array.isArray(after) || !startsWith(after, before))
    return jsonChanges({ [channel]: before }, { [channel]: after })
  return after
    .slice(before.length)
    .flatMap((item: unknown, index) =>
      jsonChanges({}, { [`${channel}.${before.length + index}`]: item }),
    )
}

const startsWith = (list: readonly unknown[], start: readonly unknown[]): boolean =>
  isSameJson(list.slice(0, start.length), start)
