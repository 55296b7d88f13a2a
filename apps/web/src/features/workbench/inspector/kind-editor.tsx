import type { GraphNode, NodeKind } from '@lathe/contract'
import { useNode } from '../workbench-context.ts'
import { AgentEditor } from './kinds/agent-editor.tsx'
import { AskEditor } from './kinds/ask-editor.tsx'
import { BranchEditor } from './kinds/branch-editor.tsx'
import { CallEditor } from './kinds/call-editor.tsx'
import { CodeNodeEditor } from './kinds/code-editor.tsx'
import { ModelEditor } from './kinds/model-editor.tsx'
import { RetrieveEditor } from './kinds/retrieve-editor.tsx'
import { SetEditor } from './kinds/set-editor.tsx'
import { ToolEditor } from './kinds/tool-editor.tsx'
import { ToolsEditor } from './kinds/tools-editor.tsx'
import { ANY_KIND, useChangeNode } from './use-member.ts'

/** Forms with a prompt subscribe to single members. The others take the whole node. */
export function KindEditor({ id, kind }: { id: string; kind: NodeKind }) {
  switch (kind) {
    case 'model':
      return <ModelEditor id={id} />
    case 'agent':
      return <AgentEditor id={id} />
    case 'branch':
      return <BranchEditor id={id} />
    default:
      return <ShortEditor id={id} />
  }
}

function ShortEditor({ id }: { id: string }) {
  const node = useNode(id)
  const change = useChangeNode(id, ANY_KIND)
  const onChange = (next: GraphNode, field: string) => change(() => next, field)
  switch (node?.kind) {
    case 'tools':
      return <ToolsEditor {...{ id, node, onChange }} />
    case 'tool':
      return <ToolEditor {...{ id, node, onChange }} />
    case 'code':
      return <CodeNodeEditor {...{ id, node, onChange }} />
    case 'set':
      return <SetEditor {...{ id, node, onChange }} />
    case 'ask':
      return <AskEditor {...{ id, node, onChange }} />
    case 'agent-call':
      return <CallEditor {...{ id, node, onChange }} />
    case 'retrieve':
      return <RetrieveEditor {...{ id, node, onChange }} />
    default:
      return null
  }
}
