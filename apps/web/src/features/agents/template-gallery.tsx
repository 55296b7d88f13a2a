import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import styles from './agents-page.module.css'
import { TemplateCard } from './template-card.tsx'
import { useCreateAgent } from './use-create-agent.ts'

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
