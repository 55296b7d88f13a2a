import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { postgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

type PostgresServer = {
  url: string
  /** Stops the server and keeps its data. `restart` uses the same port. */
  halt: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a temporary server on a free loopback port; `stop` deletes its data. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-postgres-'))
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  const identity = await unprivilegedUser()
  await mkdir(data, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (identity) {
    await chmod(folder, 0o755)
    for (const path of [folder, data, passwordFile]) await chown(path, identity.uid, identity.gid)
  }

  const native = await postgresBinaries(identity?.uid, folder)
  const options = ['--no-locale', '--encoding=UTF8', '--no-sync', '--auth=scram-sha-256']
  await run(
    join(native, 'bin', 'initdb'),
    [`--pgdata=${data}`, '--username=lathe', `--pwfile=${passwordFile}`, ...options],
    { ...identity, cwd: folder },
  )

  const port = await freePort()
  const start = () => serve(join(native, 'bin', 'postgres'), folder, port, identity)
  const servers = [await start()]
  const halt = async () => {
    const pidFile = join(data, 'postmaster.pid')
    const [pid] = (await readFile(pidFile, 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGINT')
    while (existsSync(pidFile)) await wait(20)
  }
  const restart = async () => void servers.push(await start())
  const stop = async () => {
    for (const stopServer of servers) await stopServer()
    await rm(folder, { recursive: true, force: true })
  }
  const url = `postgresql://lathe:${password}@127.0.0.1:${port}/postgres`
  return { url, halt, restart, stop }
}

/** Test data need not survive a crash, so do not wait for the disk. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'shared_buffers=64MB',
]

type Identity = { uid: number; gid: number }

async function serve(postgres: string, folder: string, port: number, identity?: Identity) {
  const data = join(folder, 'data')
  const flags = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  // The shell stops the server when its stdin closes, which also happens if this process is killed.
  const supervised =
    '"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$0"'
  const [command, args] =
    platform() === 'win32'
      ? [postgres, flags]
      : ['/bin/sh', ['-c', supervised, folder, postgres, ...flags]]
  const child = spawn(command, args, {
    ...identity,
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'pipe'],
  })

  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Postgres did not start:\n${log}`)))
  })
  child.stderr.removeAllListeners('data').resume()

  return async () => {
    const exited = once(child, 'exit')
    child.stdin.end()
    if (platform() === 'win32') child.kill()
    await exited
  }
}

/** Postgres does not run as root. The user `nobody` exists everywhere and owns no files. */
async function unprivilegedUser(): Promise<Identity | undefined> {
  if (userInfo().uid !== 0) return undefined
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port to listen on')
  return address.port
}
