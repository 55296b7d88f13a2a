import type { GraphDocument, GraphNode, NodeOverride, VariantBase } from '@lathe/contract'
import { modelOf, promptOf } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import shared from '../comparison.module.css'
import styles from './variants.module.css'
import { baseDocumentQuery } from './documents.ts'
import { MessagesEditor } from '../../../ui/messages-editor.tsx'
import { ModelEditor } from './model-editor.tsx'
import { VariantTools } from './variant-tools.tsx'

type AgentBase = Extract<VariantBase, { type: 'agent' }>
type AgentNodesProps = { base: AgentBase; onChange: (base: AgentBase) => void }

/** Prompt and model of each node that has them, as this variant changes them. */
export function AgentNodes({ base, onChange }: AgentNodesProps) {
  const { data, error, isPending, refetch } = useQuery(baseDocumentQuery(base))
  if (error) {
    return <ErrorPanel attempted="load the graph" error={error} onRetry={() => void refetch()} />
  }
  if (isPending) return <SkeletonRows awaiting="the graph" count={3} />
  if (!data) return <p className={shared.muted}>This agent has no published version yet.</p>
  const nodes = changeable(data)
  if (nodes.length === 0) return <p className={shared.muted}>No node of it calls a model.</p>

  const set = (id: string, override: NodeOverride) =>
    onChange({ ...base, overrides: { ...base.overrides, [id]: override } })
  return nodes.map(([id, node]) => {
    const override = base.overrides[id] ?? {}
    const model = override.model ?? modelOf(node)
    const prompt = promptOf(node)
    const own = prompt && 'messages' in prompt ? prompt.messages : []
    return (
      <details key={id} className={styles.node} open={nodes.length === 1}>
        <summary>
          {node.title ?? id}
          {base.overrides[id] && <span className={shared.muted}> changed</span>}
        </summary>
        {model && (
          <ModelEditor value={model} onChange={(next) => set(id, { ...override, model: next })} />
        )}
        <MessagesEditor
          value={override.messages ?? own}
          onChange={(messages) => set(id, { ...override, messages })}
        />
        {'tools' in node && (
          <VariantTools
            value={override.tools ?? node.tools ?? []}
            onChange={(tools) => set(id, { ...override, tools })}
          />
        )}
      </details>
    )
  })
}

/** Overrides reach the nodes that have a prompt and a model of their own. */
const changeable = ({ nodes }: GraphDocument): [string, GraphNode][] =>
  Object.entries(nodes).filter(([, node]) => 'prompt' in node && 'model' in node)
