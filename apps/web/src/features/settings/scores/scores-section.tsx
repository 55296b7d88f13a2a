import type { FeedbackConfig, FeedbackConfigInput } from '@lathe/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { invalidateInAllTabs } from '../../../lib/api/other-tabs.ts'
import { describeScale } from '../../../lib/format/scales.ts'
import { deleteWithUndo, useHiddenIds } from '../../../ui/feedback/delete-with-undo.ts'
import styles from '../settings-page.module.css'
import { ScaleForm } from './scale-form.tsx'

export function ScoresSection() {
  const { data } = useSuspenseQuery(api.feedbackConfigs.list.queryOptions({ input: {} }))
  const hidden = useHiddenIds(({ ids }) => ids)
  const [edited, setEdited] = useState<FeedbackConfig | 'new'>()
  const queries = useQueryClient()
  const refresh = () => invalidateInAllTabs(queries, api.feedbackConfigs.key())
  const visibleConfigs = data.filter((config) => !hidden.has(configId(config)))

  const save = async (config: FeedbackConfigInput) => {
    await client.feedbackConfigs.set(config)
    await refresh()
    setEdited(undefined)
  }
  const remove = (config: FeedbackConfig) =>
    deleteWithUndo(
      { ids: [configId(config)], name: `Score “${config.key}”` },
      {
        remove: () => client.feedbackConfigs.delete({ key: config.key }),
        restore: () => client.feedbackConfigs.set(toSettledConfig(config)),
        refresh,
      },
    )

  return (
    <section className={styles.section}>
      <h2>Scores</h2>
      <p className={styles.hint}>
        Scores that people can give a span. Programs may send any score. In LangSmith’s SDK these
        are feedback configs.
      </p>
      {visibleConfigs.length > 0 && (
        <ul className={styles.scores} aria-label="Scores">
          {visibleConfigs.map((config) => (
            <li key={config.key}>
              <span>
                <strong>{config.key}</strong>
                <span className={styles.variable}>{describeScale(config)}</span>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Edit ${config.key}`}
                onClick={() => setEdited(config)}
              >
                <IconPencil size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${config.key}`}
                onClick={() => remove(config)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {edited === undefined ? (
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setEdited('new')}
          >
            Add score
          </Button>
        </div>
      ) : (
        <ScaleForm
          key={edited === 'new' ? '' : edited.key}
          {...(edited !== 'new' && { start: toSettledConfig(edited) })}
          usedKeys={data.map(({ key }) => key)}
          onSave={save}
          onCancel={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

const configId = ({ key }: FeedbackConfig) => `score ${key}`

const toSettledConfig = ({ key, type, min, max, categories, isLowerBetter }: FeedbackConfig) => ({
  key,
  type,
  min,
  max,
  categories,
  isLowerBetter,
})
