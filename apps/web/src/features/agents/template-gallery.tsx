import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import styles from './agents-page.module.css'
import { useCreateAgent } from './use-create-agent.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Template } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { MiniGraph } from './mini-graph.tsx'

/** Templates to create agents from. If the template's agent exists, the card opens it. */
export function TemplateGallery() {
  const { data: templates } = useSuspenseQuery(api.agents.templates.queryOptions())
  const { data: agents } = useSuspenseQuery(api.agents.list.queryOptions({ input: {} }))
  const create = useCreateAgent()
  const slugs = new Set(agents.map(({ slug }) => slug))

  return (
    <section className={styles.gallery} aria-labelledby="templates">
      <h2 id="templates">Templates</h2>
      {create.error && <ErrorPanel action="create the agent" error={create.error} />}
      <ul className={styles.cards}>
        {templates.map((template) => (
          <TemplateCard
            key={template.slug}
            template={template}
            hasAgent={slugs.has(template.slug)}
            isBusy={create.isPending}
            onCreate={(slug) =>
              create.mutate({
                name: template.name,
                description: template.description,
                template: template.slug,
                ...(slug !== undefined && { slug }),
              })
            }
          />
        ))}
      </ul>
    </section>
  )
}

type TemplateCardProps = {
  template: Template
  /** Whether an agent with the template's slug exists. */
  hasAgent: boolean
  isBusy: boolean
  /** With a slug, the agent gets the template's own slug. */
  onCreate: (slug?: string) => void
}

function TemplateCard({ template, hasAgent, isBusy, onCreate }: TemplateCardProps) {
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
