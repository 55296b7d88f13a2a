import { type END, START } from '@lathe/contract'
import { NodeKindIcon } from '../../../ui/node-kind-icon.tsx'
import { FormScopeContext } from './fields/form-scope.ts'
import styles from './inspector.module.css'
import { Section } from './section.tsx'
import { EndsField } from './state/ends-field.tsx'

/** What comes in at the start, or goes out at the end. */
export function EndsInspector({ end }: { end: typeof START | typeof END }) {
  const isStart = end === START
  return (
    <FormScopeContext value={{}}>
      <div className={styles.head}>
        <NodeKindIcon kind={end} size={18} />
        <div className={styles.headText}>
          <h2>{isStart ? 'Start' : 'End'}</h2>
          <p className={styles.kind}>
            {isStart ? 'A run asks for these channels' : 'A run gives these channels back'}
          </p>
        </div>
      </div>
      <Section title={isStart ? 'Input' : 'Output'}>
        <EndsField end={isStart ? 'input' : 'output'} />
      </Section>
    </FormScopeContext>
  )
}
