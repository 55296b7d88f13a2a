import { Switch } from '@mantine/core'
import type { Effect } from '@lathe/contract'
import { ChoiceField } from '../fields/choice-field.tsx'
import { DurationField } from '../fields/duration-field.tsx'
import { Section } from '../section.tsx'
import { ANY_KIND, useMember } from '../use-member.ts'
import { CacheFields } from './cache-fields.tsx'
import { ErrorWay } from './error-way.tsx'
import { RetryFields } from './retry-fields.tsx'

const EFFECTS: { value: Effect; label: string }[] = [
  { value: 'pure', label: 'Computes only' },
  { value: 'read', label: 'Reads the world' },
  { value: 'write', label: 'Changes the world' },
]

/** What any node may have: another try, a limit, a cache, a way out of an error. */
export function CommonFields({ id }: { id: string }) {
  const [retry, setRetry] = useMember(id, ANY_KIND, 'retry')
  const [timeoutMs, setTimeoutMs] = useMember(id, ANY_KIND, 'timeoutMs')
  const [cache, setCache] = useMember(id, ANY_KIND, 'cache')
  const [defer, setDefer] = useMember(id, ANY_KIND, 'defer')
  const [effect, setEffect] = useMember(id, ANY_KIND, 'effect')
  const set = [
    retry && `${retry.attempts} tries`,
    timeoutMs !== undefined && 'time limit',
    cache && 'cached',
    defer && 'waits',
  ].filter(Boolean)

  return (
    <Section title="When it runs" isFolded note={set.join(', ')}>
      <ErrorWay id={id} />
      <RetryFields value={retry} onChange={setRetry} />
      <DurationField
        field="timeoutMs"
        label="Time limit"
        placeholder="None"
        value={timeoutMs}
        onChange={(ms) => setTimeoutMs(ms)}
      />
      <CacheFields value={cache} onChange={setCache} />
      <Switch
        label="Wait for all parallel branches"
        checked={defer ?? false}
        onChange={({ currentTarget }) => setDefer(currentTarget.checked || undefined)}
      />
      <ChoiceField
        field="effect"
        label="Effect"
        description="What a second execution would do to the world."
        placeholder="As its tools"
        isClearable
        options={EFFECTS}
        value={effect}
        onChange={(chosen) => setEffect(chosen)}
      />
    </Section>
  )
}
