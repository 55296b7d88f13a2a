import type { Forwarding } from '@lathe/contract'
import { plural } from '../../../lib/format/format.ts'
import styles from '../settings-page.module.css'

export function ForwardingFacts({ forwarding }: { forwarding: Forwarding }) {
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
