// Run in a process of its own by `body-reader.test.ts`. Prints the modules that the thread loads.
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
await import('./reading-thread.ts')
process.stdout.write(JSON.stringify(loaded))
