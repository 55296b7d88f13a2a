import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import styles from '../settings-page.module.css'
import { ForwardingForm } from './forwarding-form.tsx'
import { ForwardingStatus } from './forwarding-status.tsx'
import type { Forwarding } from '@lathe/contract'
import { plural } from '../../../lib/format/format.ts'

const obstacles = {
  'no-key': 'Forwarding is off: no API key is set.',
  'own-address': 'Forwarding is off: the address is this server’s own.',
}

export function ForwardingSection() {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(
    api.forwarding.get.queryOptions({ input: {}, refetchInterval: 5_000 }),
  )
  const [isEditing, setIsEditing] = useState(false)
  const edit = useMutation(
    api.forwarding.edit.mutationOptions({
      onSuccess: (saved) =>
        queryClient.setQueryData(api.forwarding.get.queryKey({ input: {} }), saved),
    }),
  )
  const { environment, obstacle } = data
  const isSending = (data.isOn || environment !== null) && obstacle === null

  return (
    <section className={styles.section}>
      <h2>Forward traces to LangSmith</h2>
      <p className={styles.hint}>
        {environment
          ? 'Turned on by LANGSMITH_TRACING and LANGSMITH_API_KEY in this server’s environment.'
          : 'Finished runs are also sent to LangSmith, after the redaction you choose.'}
      </p>
      {!environment && (
        <Switch
          label="Forward traces"
          checked={data.isOn}
          onChange={(event) => edit.mutate({ isOn: event.currentTarget.checked })}
        />
      )}
      {obstacle && (
        <p role="alert" className={styles.obstacle}>
          {obstacles[obstacle]}
        </p>
      )}
      <ForwardingFacts forwarding={data} />
      <ForwardingStatus status={data.status} isSending={isSending} />
      {edit.error && <ErrorPanel action="change forwarding" error={edit.error} />}
      {isEditing ? (
        <ForwardingForm forwarding={data} onClose={() => setIsEditing(false)} />
      ) : (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setIsEditing(true)}>
            {environment ? 'Edit redaction' : 'Edit forwarding'}
          </Button>
        </div>
      )}
    </section>
  )
}

function ForwardingFacts({ forwarding }: { forwarding: Forwarding }) {
  const { environment, keyHint, agents, sendsExternal, redaction } = forwarding
  const { endpoint, project } = environment ?? forwarding
  const agentScope = agents === null ? 'all agents' : plural(agents.length, 'agent')
  return (
    <dl className={styles.facts}>
      <Fact name="To">{endpoint}</Fact>
      <Fact name="Project">{project}</Fact>
      <Fact name="API key">{environment ? 'from the environment' : (keyHint ?? 'none')}</Fact>
      <Fact name="Traces from">{sendsExternal ? `${agentScope}, other programs` : agentScope}</Fact>
      <Fact name="Redacted">{describeRedaction(redaction).join(', ') || 'nothing'}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const describeRedaction = ({
  secrets,
  hidesInputs,
  hidesOutputs,
  hidesFiles,
  rules,
}: Forwarding['redaction']): string[] => [
  ...(secrets ? ['secrets'] : []),
  ...(hidesInputs ? ['inputs'] : []),
  ...(hidesOutputs ? ['outputs'] : []),
  ...(hidesFiles || hidesInputs || hidesOutputs ? ['files'] : []),
  ...(rules.length > 0
    ? [`what ${plural(rules.length, 'rule')} find${rules.length === 1 ? 's' : ''}`]
    : []),
]
