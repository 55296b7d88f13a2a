import type { GraphDocument, GraphNode, NodeOverride, VariantBase } from '@lathe/contract'
import { modelOf, ownChanges, promptOf, takesTools } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { MessagesEditor } from '../../../ui/messages-editor.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import shared from '../comparison.module.css'
import styles from './variants.module.css'
import { baseDocumentQuery } from './documents.ts'
import { ModelEditor } from './model-editor.tsx'
import { RegistryVersion } from './registry-version.tsx'
import { VariantTools } from './variant-tools.tsx'

type AgentBase = Extract<VariantBase, { type: 'agent' }>
type AgentNodesProps = { base: AgentBase; onChange: (base: AgentBase) => void }

/** Prompt, model and tools of each node that asks a model, as this variant changes them. */
export function AgentNodes({ base, onChange }: AgentNodesProps) {
  const { data, error, isPending, refetch } = useQuery(baseDocumentQuery(base))
  if (error) {
    return <ErrorPanel attempted="load the graph" error={error} onRetry={() => void refetch()} />
  }
  if (isPending) return <SkeletonRows awaiting="the graph" count={3} />
  if (!data) return <p className={shared.muted}>This agent has no published version yet.</p>
  const nodes = askingNodes(data.executed)
  if (nodes.length === 0) return <p className={shared.muted}>No node of it calls a model.</p>

  return nodes.map(([id, node]) => (
    <details key={id} className={styles.node} open={nodes.length === 1}>
      <summary>
        {node.title ?? id}
        <span className={shared.muted}>
          {' '}
          {(base.overrides[id]?.model ?? modelOf(node))?.name}
          {base.overrides[id] && ' · changed'}
        </span>
      </summary>
      <NodeFields
        node={node}
        registryPrompt={registryName(data.saved.nodes[id])}
        override={base.overrides[id] ?? {}}
        onChange={(override) => {
          const { [id]: _old, ...others } = base.overrides
          const changes = ownChanges(node, override)
          onChange({ ...base, overrides: { ...others, ...(changes && { [id]: changes }) } })
        }}
      />
    </details>
  ))
}

const askingNodes = ({ nodes }: GraphDocument): [string, GraphNode][] =>
  Object.entries(nodes).filter(([, node]) => modelOf(node) !== null)

function registryName(node: GraphNode | undefined): string | undefined {
  const prompt = node && promptOf(node)
  return prompt && 'name' in prompt ? prompt.name : undefined
}

type NodeFieldsProps = {
  node: GraphNode
  /** The name in the registry of what it says where nothing is changed. */
  registryPrompt: string | undefined
  override: NodeOverride
  onChange: (override: NodeOverride) => void
}

function NodeFields({ node, registryPrompt, override, onChange }: NodeFieldsProps) {
  const model = override.model ?? modelOf(node)
  const prompt = promptOf(node)
  const own = prompt && 'messages' in prompt ? prompt.messages : []
  const messages = override.messages ?? own
  return (
    <>
      {model && (
        <ModelEditor value={model} onChange={(next) => onChange({ ...override, model: next })} />
      )}
      {registryPrompt !== undefined && (
        <RegistryVersion
          prompt={registryPrompt}
          messages={messages}
          onChange={(taken) => onChange({ ...override, messages: taken })}
        />
      )}
      <MessagesEditor
        value={messages}
        onChange={(next) => onChange({ ...override, messages: next })}
      />
      {takesTools(node) && (
        <VariantTools
          value={override.tools ?? node.tools ?? []}
          onChange={(tools) => onChange({ ...override, tools })}
        />
      )}
    </>
  )
}
