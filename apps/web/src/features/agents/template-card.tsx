import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Template } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import styles from './agents-page.module.css'
import { MiniGraph } from './mini-graph.tsx'

type TemplateCardProps = {
  template: Template
  /** Whether an agent with the template's slug exists. */
  hasAgent: boolean
  isBusy: boolean
  /** With a slug, the agent gets the template's own slug. */
  onCreate: (slug?: string) => void
}

export function TemplateCard({ template, hasAgent, isBusy, onCreate }: TemplateCardProps) {
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        <MiniGraph document={template.document} />
      </div>
      <h3>{template.name}</h3>
      <p>{template.description}</p>
      <p className={styles.teaches}>Shows {template.concepts.join(', ')}</p>
      <div className={styles.actions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={isBusy}
          onClick={() => onCreate(hasAgent ? undefined : template.slug)}
        >
          Use template
        </Button>
        {hasAgent && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            renderRoot={(props) => (
              <Link to="/agents/$agent" params={{ agent: template.slug }} {...props} />
            )}
          >
            Open
          </Button>
        )}
      </div>
    </li>
  )
}
