// SPDX-License-Identifier: MIT
// The shim's own main.
int main() {
    return 127;
}
