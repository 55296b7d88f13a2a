import { SegmentedControl } from '@mantine/core'
import type { NodeOf } from '@lathe/contract'
import { renamePort } from '@lathe/graph'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import type { EditorProps } from '../editor-props.ts'
import { TextField } from '../fields/text-field.tsx'
import { ModelFields } from '../model/model-fields.tsx'
import { PromptFields } from '../model/prompt-fields.tsx'
import { Section } from '../section.tsx'
import { portName } from './port-name.ts'
import { WayList } from './way-list.tsx'
import { byModel, byRules, removeWay, type Way, waysOf, withWays } from './ways.ts'

type Decide = NodeOf<'branch'>['decide']

/** One way or another: rules in order, or a model choosing among labels; always an else. */
export function BranchEditor({ id, node, onChange }: EditorProps<'branch'>) {
  const { store } = useWorkbench()
  const { decide } = node
  const ways = waysOf(decide)
  const ports = [...ways.map(({ port }) => port), node.else]
  const setDecide = (next: Decide, field: string) => onChange({ ...node, decide: next }, field)
  const setWays = (next: Way[], field: string) => setDecide(withWays(decide, next), field)
  const rename = (from: string, to: string) =>
    store.edit((document) => renamePort(document, id, from, to), `${id}.port`)

  return (
    <>
      <Section title="Decided by">
        <SegmentedControl
          aria-label="Decided by"
          data={[
            { value: 'rules', label: 'Rules' },
            { value: 'model', label: 'A model' },
          ]}
          value={decide.by}
          onChange={(by) =>
            setDecide(
              by === 'rules' ? byRules(decide) : byModel(decide, store.getState().document),
              'decide.by',
            )
          }
        />
        {decide.by === 'model' && (
          <>
            <ModelFields
              field="decide.model"
              value={decide.model}
              onChange={(model, field) => setDecide({ ...decide, model }, field)}
            />
            <PromptFields
              field="decide.prompt"
              value={decide.prompt}
              node={{ id, model: decide.model }}
              onChange={(prompt, field) => setDecide({ ...decide, prompt }, field)}
            />
          </>
        )}
      </Section>
      <Section title={decide.by === 'rules' ? 'Rules, in order' : 'Choices'}>
        <WayList
          by={decide.by}
          ways={ways}
          ports={ports}
          onChange={setWays}
          onRename={rename}
          onRemove={(index) => store.edit((document) => removeWay(document, id, index))}
        />
        <TextField
          field="else"
          label={decide.by === 'rules' ? 'If no rule is true' : 'If the model chooses none'}
          schema={portName(ports.filter((port) => port !== node.else))}
          value={node.else}
          onChange={(to) => rename(node.else, to)}
        />
      </Section>
    </>
  )
}
