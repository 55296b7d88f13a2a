import { kindDefinition, type AnyField, type FormSection, type NodeKind } from '@lathe/nodes'
import type { GraphNode } from '@lathe/contract'
import { useNode, useWorkbenchState } from '../../workbench-context.ts'
import styles from '../inspector.module.css'
import { BranchEditor } from '../kinds/branch-editor.tsx'
import { CallEditor } from '../kinds/call-editor.tsx'
import { Section } from '../section.tsx'
import { FieldEditor } from './field-editor.tsx'
import { useEditNode } from './use-field.ts'

/** The form of a node kind, generated from its definition. */
export function KindForm({ id, kind }: { id: string; kind: NodeKind }) {
  return kindDefinition(kind).form.map((section) => {
    const type = section.fields[0]?.type
    if (type === 'decide') return <BranchEditor key={section.title} id={id} />
    if (type === 'agent') return <CallForm key={section.title} id={id} />
    return <KindSection key={section.title} id={id} kind={kind} section={section} />
  })
}

function CallForm({ id }: { id: string }) {
  const node = useNode(id)
  const change = useEditNode(id)
  if (node?.kind !== 'agent-call') return null
  return <CallEditor id={id} node={node} onChange={(next, path) => change(() => next, path)} />
}

type KindSectionProps = { id: string; kind: NodeKind; section: FormSection<GraphNode> }

/** Each field subscribes to its own member, so that typing renders one field. */
export function KindSection({ id, kind, section }: KindSectionProps) {
  const node = (nodes: Readonly<Record<string, GraphNode>>) =>
    nodes[id]?.kind === kind ? nodes[id] : undefined
  const note = useWorkbenchState(({ document }) => {
    const current = node(document.nodes)
    return current && section.note?.(current)
  })
  const isFolded = useWorkbenchState(({ document }) => {
    const current = node(document.nodes)
    return current !== undefined && section.isFolded?.(current) === true
  })
  return (
    <Section title={section.title} isFolded={isFolded} note={note}>
      {groupNarrow(section.fields).map((fields) => {
        const editors = fields.map((field) => (
          <FieldEditor key={field.name} id={id} field={field} />
        ))
        return fields[0]?.isNarrow ? (
          <div key={fields[0].name} className={styles.pair}>
            {editors}
          </div>
        ) : (
          editors
        )
      })}
    </Section>
  )
}

/** Groups consecutive narrow fields, which share rows. */
function groupNarrow(fields: readonly AnyField[]): AnyField[][] {
  const groups: AnyField[][] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (field.isNarrow && last?.[0]?.isNarrow) last.push(field)
    else groups.push([field])
  }
  return groups
}
