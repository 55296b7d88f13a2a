import type { ParsedOpenApi } from '@lathe/contract'
import { useState } from 'react'
import { useFocusFirst } from '../../ui/fields/use-focus-first.ts'
import { ChooseOperations } from './choose-operations.tsx'
import { OpenApiDocument } from './openapi-document.tsx'
import styles from './tools.module.css'

export function ImportOpenApi() {
  const ref = useFocusFirst<HTMLElement>()
  const [reading, setReading] = useState<ParsedOpenApi | null>(null)
  return (
    <section ref={ref} className={styles.panel} aria-label="Import from OpenAPI">
      <h2>{reading ? reading.title : 'OpenAPI operations'}</h2>
      {reading ? (
        <ChooseOperations reading={reading} onBack={() => setReading(null)} />
      ) : (
        <OpenApiDocument onRead={setReading} />
      )}
    </section>
  )
}
