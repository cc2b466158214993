/** A refusal with its HTTP status. */
export class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, text: string) {
    super(text);
    this.statusCode = statusCode;
  }
}
