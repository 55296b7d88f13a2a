import type { GraphNode } from '@lathe/contract'
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

export type KindEditorProps = {
  id: string
  node: GraphNode
  onChange: (node: GraphNode, field: string) => void
}

export function KindEditor({ id, node, onChange }: KindEditorProps) {
  switch (node.kind) {
    case 'model':
      return <ModelEditor {...{ id, node, onChange }} />
    case 'agent':
      return <AgentEditor {...{ id, node, onChange }} />
    case 'tools':
      return <ToolsEditor {...{ id, node, onChange }} />
    case 'tool':
      return <ToolEditor {...{ id, node, onChange }} />
    case 'branch':
      return <BranchEditor {...{ id, node, onChange }} />
    case 'code':
      return <CodeNodeEditor {...{ id, node, onChange }} />
    case 'set':
      return <SetEditor {...{ id, node, onChange }} />
    case 'ask':
      return <AskEditor {...{ id, node, onChange }} />
    case 'agent-call':
      return <CallEditor {...{ id, node, onChange }} />
    default:
      return <RetrieveEditor {...{ id, node, onChange }} />
  }
}
