import type { GraphNode, NodeKind } from '@lathe/contract'
import { kindDefinition } from '@lathe/nodes'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerTrackNext } from '@tabler/icons-react'
import { NodeKindIcon } from '../../../ui/status/node-kind-icon.tsx'
import { tabPanel, ViewTabs } from '../../../ui/layout/view-tabs.tsx'
import { useNodeTitle } from '../called-agents.ts'
import { isInspectorTab, useSetSearch, useTab } from '../use-workbench-search.ts'
import { useWorkbenchState, useNode, useWorkbench } from '../workbench-context.ts'
import { CommonFields } from './common/common-fields.tsx'
import { NodeNames } from './common/node-names.tsx'
import { NodeData } from './data/node-data.tsx'
import { FormScopeContext } from './fields/form-scope.ts'
import styles from './inspector.module.css'
import { PinLine } from './pin/pin-controls.tsx'
import { PlaceProblems } from './place-problems.tsx'
import { NodeTest } from './test/node-test.tsx'
import { toggleBreakpoint, useBreakpoint } from '../debug-options.ts'
import { KindForm } from './form/kind-form.tsx'

const VIEWS = [
  { value: 'node', label: 'Configure' },
  { value: 'data', label: 'Data' },
  { value: 'test', label: 'Test' },
] as const

/** Tabs of a node: its settings, its data in runs, and its test. */
export function NodeInspector({ id }: { id: string }) {
  const [key, keepKeyFor] = useFormKey(id)
  return <NodeForm key={key} id={id} onRenamed={keepKeyFor} />
}

type NodeFormProps = { id: string; onRenamed: (id: string) => void }

/**
 * Reads only the node's kind. Each part subscribes to its own data, so that typing renders one
 * field.
 */
function NodeForm({ id, onRenamed }: NodeFormProps) {
  const { runGraph } = useWorkbench()
  const kind = useWorkbenchState(({ document }) => document.nodes[id]?.kind)
  const scope = useMemo(() => ({ node: id }), [id])
  const tabsId = useId()
  const tab = useTab()
  const setSearch = useSetSearch()
  if (!kind) return null
  const view = isInspectorTab(tab) ? tab : 'node'

  return (
    <FormScopeContext value={scope}>
      <Head id={id} kind={kind} />
      <PinLine id={id} />
      <ViewTabs
        id={tabsId}
        label="Node"
        tabs={VIEWS}
        value={view}
        onChange={(next) => setSearch({ tab: next })}
      />
      <div className={styles.view} {...tabPanel(tabsId, view)}>
        {view === 'data' && (
          <WholeNode id={id}>{(node) => <NodeData id={id} node={node} />}</WholeNode>
        )}
        {view === 'test' && (
          <WholeNode id={id}>{(node) => <NodeTest id={id} node={node} />}</WholeNode>
        )}
        {view === 'node' && (
          <div inert={runGraph !== undefined}>
            <NodeNames id={id} onRenamed={onRenamed} />
            <KindForm id={id} kind={kind} />
            <CommonFields id={id} />
            <PlaceProblems node={id} />
          </div>
        )}
      </div>
    </FormScopeContext>
  )
}

function Head({ id, kind }: { id: string; kind: NodeKind }) {
  const title = useNodeTitle(id)
  return (
    <div className={styles.head}>
      <NodeKindIcon kind={kind} size={18} />
      <div className={styles.headText}>
        <h2>{title}</h2>
        <p className={styles.kind}>{kindDefinition(kind).description}</p>
      </div>
      <BreakpointSwitches id={id} />
    </div>
  )
}

type WholeNodeProps = { id: string; children: (node: GraphNode) => ReactNode }

function WholeNode({ id, children }: WholeNodeProps) {
  const node = useNode(id)
  return node && children(node)
}

const SIDES = [
  { side: 'before', Icon: IconPlayerPause, keys: 'b' },
  { side: 'after', Icon: IconPlayerTrackNext, keys: '⇧b' },
] as const

/** Toggles the breakpoints before and after a node. */
function BreakpointSwitches({ id }: { id: string }) {
  const { agentId } = useWorkbench()
  const breakpoint = useBreakpoint(id)
  return (
    <Group gap={2} wrap="nowrap">
      {SIDES.map(({ side, Icon, keys }) => {
        const isSet = breakpoint?.[side] === true
        return (
          <Tooltip key={side} label={`Stop ${side} this node (${keys})`}>
            <ActionIcon
              variant={isSet ? 'light' : 'subtle'}
              color={isSet ? 'red' : 'gray'}
              size="sm"
              aria-pressed={isSet}
              aria-label={`Breakpoint ${side}`}
              onClick={() => toggleBreakpoint(agentId, id, side)}
            >
              <Icon size={14} />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </Group>
  )
}

/**
 * Returns a key that changes with the node but not with its id, so that renaming keeps the focus.
 */
function useFormKey(id: string): [key: number, keepFor: (id: string) => void] {
  const [form, setForm] = useState({ id, key: 0 })
  const current = form.id === id ? form : { id, key: form.key + 1 }
  if (current !== form) setForm(current)
  return [current.key, (renamedId) => setForm((before) => ({ id: renamedId, key: before.key }))]
}
