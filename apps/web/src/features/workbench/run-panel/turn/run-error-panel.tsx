import { IconAlertOctagonFilled } from '@tabler/icons-react'
import type { RunError } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../../../ui/fields/copy-button.tsx'
import { rejectedField, useShowProblem } from '../../problems/use-show-problem.ts'
import { useNode } from '../../workbench-context.ts'
import { useNodeTitle } from '../../called-agents.ts'
import styles from './run-error-panel.module.css'
import { api } from '../../../../lib/api/api.ts'

type RunErrorPanelProps = {
  error: RunError
  /** Shows the failing node on the canvas. */
  onShowNode: (id: string) => void
}

/** Shows the error of a run, its cause and the next step. */
export function RunErrorPanel({ error, onShowNode }: RunErrorPanelProps) {
  const facts = [error.code, error.message, error.hint, error.providerMessage, error.requestId]
  return (
    <section className={styles.root} role="alert" aria-label="The run failed">
      <IconAlertOctagonFilled size={16} className={styles.icon} aria-hidden />
      <div className={styles.body}>
        <p className={styles.message}>{error.message}</p>
        {error.providerMessage && error.providerMessage !== error.message && (
          <pre className={styles.provider}>{error.providerMessage}</pre>
        )}
        {error.hint && <p className={styles.hint}>{error.hint}</p>}
        {error.code === 'NOT_FOUND' && error.connectionId && (
          <AvailableModels connectionId={error.connectionId} />
        )}
        <p className={styles.facts}>
          <code>{error.code}</code>
          {error.status !== undefined && <span>HTTP {error.status}</span>}
          {error.requestId && (
            <span>
              request <code>{error.requestId}</code>
            </span>
          )}
        </p>
        <div className={styles.actions}>
          {error.node && (
            <FailedNode path={error.node} param={error.param} onShowNode={onShowNode} />
          )}
          {error.connectionId && (
            <Link to="/models" search={{ connection: error.connectionId }}>
              Open connection
            </Link>
          )}
          <CopyButton label="Copy error" value={facts.filter(Boolean).join('\n')} />
        </div>
      </div>
    </section>
  )
}

type FailedNodeProps = {
  path: string
  param: string | undefined
  onShowNode: (id: string) => void
}

/** Links to the node, and to the rejected field if the provider names it. */
function FailedNode({ path, param, onShowNode }: FailedNodeProps) {
  const title = useNodeTitle(path)
  const showProblem = useShowProblem()
  const [id = path] = path.split('/')
  const node = useNode(id)
  const field = param === undefined || id !== path ? undefined : rejectedField(node, param)
  const show = () =>
    field === undefined ? onShowNode(id) : showProblem({ location: { node: id, field } })
  return (
    <button type="button" className={styles.node} onClick={show}>
      Show {field === undefined ? title : `${param} of ${title}`}
    </button>
  )
}

const MAX_MODELS = 8

/** Lists the models of a connection that lacks the requested one. */
function AvailableModels({ connectionId }: { connectionId: string }) {
  const { data: models = [] } = useQuery({
    ...api.models.list.queryOptions({ input: { id: connectionId } }),
    retry: false,
  })
  if (models.length === 0) return null
  const hiddenCount = models.length - MAX_MODELS
  return (
    <p className={styles.hint}>
      Available:{' '}
      {models.slice(0, MAX_MODELS).map(({ id }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <code>{id}</code>
        </span>
      ))}
      {hiddenCount > 0 && ` and ${hiddenCount} more`}.
    </p>
  )
}
