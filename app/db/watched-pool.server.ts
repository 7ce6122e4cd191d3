import { Socket } from "node:net"
import pg from "pg"
import { type RequestContext, requestContext } from "#app/kit/lib/request-context.server.ts"
import type { CircuitBreaker } from "./circuit-breaker.ts"
import { refuseInsideTransaction } from "./transaction-scope.server.ts"

/** For a server to take a connection: a shorter time than one may wait for its turn in the pool. */
const CONNECT_MS = 10_000
/** For a single statement; a connection that is silent for longer is dead, though nobody told us. */
const STATEMENT_MS = 60_000

/** Who looks after a pool and its connections. */
export type Watch = {
  breaker: CircuitBreaker
  clients: Set<WatchedClient>
  /** Something failed, perhaps because the database does not answer. */
  onFailure: (error: unknown, request: RequestContext | undefined) => void
}

/** Answers a single statement in its pool's place, or undefined: the pool is to do so. */
export type StandIn = (statement: unknown[]) => Promise<unknown> | undefined

type ConnectCallback = Parameters<pg.Pool["connect"]>[0]
type AnswerCallback = (error: Error | null, result?: unknown) => void

/** A connection that can be cut; where somebody watches, it is when a statement is not answered. */
export class WatchedClient extends pg.Client {
  readonly #socket: Socket
  readonly #watch: Watch | undefined

  /** @param config with a pool's options, as a pool hands them on */
  constructor({ watch, ...config }: pg.ClientConfig & { watch?: Watch } = {}) {
    const socket = new Socket()
    const connectionTimeoutMillis = Math.min(config.connectionTimeoutMillis ?? CONNECT_MS, CONNECT_MS)
    super({ ...config, connectionTimeoutMillis, stream: () => socket })
    this.#socket = socket
    this.#watch = watch
    // Between two statements of a transaction nobody else listens; the next statement fails anyway.
    this.on("error", () => {})
    watch?.clients.add(this)
    this.on("end", () => watch?.clients.delete(this))
  }

  /** Fails whoever waits for it and makes it leave its pool; asked to end, it would wait for the database. */
  cut(error?: Error) {
    this.#socket.destroy(error)
  }

  override query<Statement extends pg.Submittable>(statement: Statement): Statement
  override query<Row extends unknown[]>(
    statement: pg.QueryArrayConfig,
    values?: unknown,
    callback?: AnswerCallback,
  ): Promise<pg.QueryArrayResult<Row>>
  override query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown,
    callback?: AnswerCallback,
  ): Promise<pg.QueryResult<Row>>
  override query(...asked: unknown[]): unknown {
    const watch = this.#watch
    if (!watch) return Reflect.apply(super.query, this, asked)
    const request = requestContext.getStore()
    const end = watch.breaker.wait((error) => this.cut(error), STATEMENT_MS)
    const answered = (error?: unknown) => {
      end()
      if (error) watch.onFailure(error, request)
      else watch.breaker.answered()
    }
    const callback = asked.at(-1)
    if (isCallback(callback)) {
      return Reflect.apply(super.query, this, [
        ...asked.slice(0, -1),
        (error: Error | null, result?: unknown) => {
          answered(error)
          callback(error, result)
        },
      ])
    }
    const result: unknown = Reflect.apply(super.query, this, asked)
    if (result instanceof Promise) result.then(() => answered(), answered)
    return result
  }
}

/** A pool that refuses at once whom it cannot serve. */
export class WatchedPool extends pg.Pool {
  readonly #watch: Watch
  standIn?: StandIn

  constructor(config: pg.PoolConfig & { watch: Watch }) {
    super({ ...config, Client: WatchedClient })
    this.#watch = config.watch
  }

  override query<Statement extends pg.Submittable>(statement: Statement): Statement
  override query<Row extends unknown[]>(
    statement: pg.QueryArrayConfig,
    values?: unknown,
    callback?: AnswerCallback,
  ): Promise<pg.QueryArrayResult<Row>>
  override query<Row extends pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown,
    callback?: AnswerCallback,
  ): Promise<pg.QueryResult<Row>>
  override query(...asked: unknown[]): unknown {
    return this.standIn?.(asked) ?? Reflect.apply(super.query, this, asked)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    const connected = this.#connect()
    connected.catch((error: unknown) => this.#watch.onFailure(error, requestContext.getStore()))
    if (!callback) return connected
    connected.then(
      // For a single statement: a transaction takes its connection by itself.
      (client) => callback(undefined, keepingAfterErrors(client), client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  #connect() {
    return new Promise<pg.PoolClient>((resolve, reject) => {
      refuseInsideTransaction()
      const { breaker } = this.#watch
      breaker.refuseIfOpen()
      const end = breaker.wait(reject)
      super.connect().then(
        (client) => (end() ? resolve(client) : client.release()),
        (error: Error) => {
          end()
          reject(error)
        },
      )
    })
  }
}

/** What the server refuses (a value, a row that is there) costs nobody the connection; by itself the pool would end it. */
function keepingAfterErrors(client: pg.PoolClient) {
  const { release } = client
  client.release = (error) => {
    const isAnswer = error instanceof pg.DatabaseError && error.severity === "ERROR"
    release(isAnswer ? undefined : error)
  }
  return client
}

function isCallback(value: unknown): value is AnswerCallback {
  return typeof value === "function"
}
