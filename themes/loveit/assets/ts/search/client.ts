// The page's side of the search worker: starts it when first asked, and gives only the newest query's answer.
import type { Options, Result } from "./engine.ts";
import type { Reply, Request } from "./messages.ts";

export interface Addresses {
  worker: string;
  index: string;
  anchors: string;
}

interface Waiting {
  id: number;
  resolve(results: Result[] | undefined): void;
  reject(reason: Error): void;
}

export class Client {
  private worker: Worker | undefined;
  private waiting: Waiting | undefined;
  private last = 0;

  constructor(private readonly addresses: Addresses) {}

  /** Starts the worker, which fetches the index; does nothing when it is running. */
  start(): Worker {
    if (this.worker) return this.worker;
    const { worker, index, anchors } = this.addresses;
    const started = new Worker(worker);
    started.onmessage = (event: MessageEvent<Reply>) => this.take(event.data);
    started.onerror = (event) => this.fail(event.message || worker);
    this.worker = started;
    this.send({ type: "open", index, anchors });
    return started;
  }

  /** Resolves to undefined when a later search overtook this one. After a failure the next search starts afresh. */
  search(query: string, options: Options): Promise<Result[] | undefined> {
    this.start();
    this.waiting?.resolve(undefined);
    const id = ++this.last;
    this.send({ type: "search", id, query, options });
    return new Promise((resolve, reject) => (this.waiting = { id, resolve, reject }));
  }

  private send(request: Request): void {
    this.worker?.postMessage(request);
  }

  private take(reply: Reply): void {
    if (reply.type === "failed") this.fail(reply.reason);
    if (reply.type !== "results" || reply.id !== this.waiting?.id) return;
    this.waiting.resolve(reply.results);
    this.waiting = undefined;
  }

  private fail(reason: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.waiting?.reject(new Error(reason));
    this.waiting = undefined;
  }
}
