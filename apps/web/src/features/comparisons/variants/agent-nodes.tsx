import type {
  GraphDocument,
  GraphNode,
  NodeOverride,
  VariantBase,
  PromptMessage,
  PromptVersion,
} from '@lathe/contract'
import { nodeModel, nodePrompt } from '@lathe/nodes'
import { ownChanges, takesTools, canonicalJson } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { Select, MultiSelect } from '@mantine/core'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { MessagesEditor } from '../../../ui/messages/messages-editor.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { baseDocumentQuery } from './documents.ts'
import { ModelEditor } from './model-editor.tsx'
import { api } from '../../../lib/api/api.ts'
import shared from '../comparison.module.css'
import styles from './variants.module.css'

type AgentBase = Extract<VariantBase, { type: 'agent' }>
type AgentNodesProps = { base: AgentBase; onChange: (base: AgentBase) => void }

/** Edits prompt, model and tools of each model node of an agent variant. */
export function AgentNodes({ base, onChange }: AgentNodesProps) {
  const { data, error, isPending, refetch } = useQuery(baseDocumentQuery(base))
  if (error) {
    return <ErrorPanel action="load the graph" error={error} onRetry={() => void refetch()} />
  }
  if (isPending) return <SkeletonRows contentLabel="the graph" count={3} />
  if (!data) return <p className={shared.muted}>This agent has no published version yet.</p>
  const nodes = askingNodes(data.executed)
  if (nodes.length === 0)
    return <p className={shared.muted}>This agent has no node that calls a model.</p>

  return nodes.map(([id, node]) => (
    <details key={id} className={styles.node} open={nodes.length === 1}>
      <summary>
        {node.title ?? id}
        <span className={shared.muted}>
          {' '}
          {(base.overrides[id]?.model ?? nodeModel(node))?.name}
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
  Object.entries(nodes).filter(([, node]) => nodeModel(node) !== null)

function registryName(node: GraphNode | undefined): string | undefined {
  const prompt = node && nodePrompt(node)
  return prompt && 'name' in prompt ? prompt.name : undefined
}

type NodeFieldsProps = {
  node: GraphNode
  /** The registry name of the unmodified prompt. */
  registryPrompt: string | undefined
  override: NodeOverride
  onChange: (override: NodeOverride) => void
}

function NodeFields({ node, registryPrompt, override, onChange }: NodeFieldsProps) {
  const model = override.model ?? nodeModel(node)
  const prompt = nodePrompt(node)
  const nodeMessages = prompt && 'messages' in prompt ? prompt.messages : []
  const messages = override.messages ?? nodeMessages
  return (
    <>
      {model && (
        <ModelEditor value={model} onChange={(next) => onChange({ ...override, model: next })} />
      )}
      {registryPrompt !== undefined && (
        <RegistryVersion
          prompt={registryPrompt}
          messages={messages}
          onChange={(versionMessages) => onChange({ ...override, messages: versionMessages })}
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

type RegistryVersionProps = {
  /** Prompt name in the registry. */
  prompt: string
  /** The variant's current messages. */
  messages: readonly PromptMessage[]
  onChange: (messages: PromptMessage[]) => void
}

/** Selects the prompt version of a node. Empty if the messages were edited. */
function RegistryVersion({ prompt, messages, onChange }: RegistryVersionProps) {
  const { data: versions } = useQuery(api.prompts.versions.queryOptions({ input: { prompt } }))
  if (!versions) return null
  const usable = versions.flatMap((version) =>
    version.content ? [{ ...version, messages: version.content.messages }] : [],
  )
  const currentMessages = canonicalJson(messages)
  const currentVersion = usable.find(
    (version) => canonicalJson(version.messages) === currentMessages,
  )
  return (
    <Select
      label={`Version of ${prompt}`}
      placeholder="Edited"
      allowDeselect={false}
      data={usable.map((version) => ({ value: String(version.version), label: title(version) }))}
      value={currentVersion ? String(currentVersion.version) : null}
      onChange={(number) => {
        const selectedVersion = usable.find(({ version }) => String(version) === number)
        if (selectedVersion) onChange(selectedVersion.messages)
      }}
    />
  )
}

const title = ({ version, labels, message }: PromptVersion): string =>
  [`v${version}`, ...labels, ...(message === '' ? [] : [message.slice(0, 60)])].join(' · ')

type VariantToolsProps = {
  value: readonly string[]
  description?: string
  onChange: (tools: string[]) => void
}

/** Selects tools by name. */
export function VariantTools({ value, description, onChange }: VariantToolsProps) {
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  return (
    <MultiSelect
      label="Tools"
      description={description}
      {...(value.length === 0 && { placeholder: 'None' })}
      data={[...new Set([...tools.map(({ name }) => name), ...value])]}
      value={[...value]}
      searchable
      nothingFoundMessage="No matching tools"
      maxValues={64}
      onChange={onChange}
    />
  )
}
