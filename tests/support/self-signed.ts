/** A self-signed certificate for one host name, made when it is needed: no key is kept in the repository. */
import { generateKeyPairSync, sign } from "node:crypto";

const tagged = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts);
const object = (hex: string) => tagged(0x06, Buffer.from(hex, "hex"));
const time = (text: string) => tagged(0x17, Buffer.from(text));
const yes = tagged(0x01, Buffer.from([0xff]));
const bits = (data: Uint8Array) => tagged(0x03, Buffer.from([0]), data);

/** In PEM. Valid from 2020 to 2049. */
export function selfSigned(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(object("2a8648ce3d040302"));
  const name = sequence(tagged(0x31, sequence(object("550403"), tagged(0x0c, Buffer.from(host)))));
  const extensions = sequence(
    sequence(object("551d13"), yes, tagged(0x04, sequence(yes))), // a certificate authority
    sequence(object("551d11"), tagged(0x04, sequence(tagged(0x82, Buffer.from(host))))), // its host name
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time("200101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, extensions),
  );
  const whole = sequence(body, ecdsaWithSha256, bits(sign("sha256", body, privateKey)));
  const lines = whole.toString("base64").match(/.{1,64}/g)!;
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
}
